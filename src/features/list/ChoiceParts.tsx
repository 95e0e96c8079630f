import type { ItemRow as Item } from '../../contract/records';
import { ItemTexts } from './ItemTexts';
import { handledByList, partId } from './itemElements';
import type { RowTexts } from './rowTexts';

interface ChoicePartsProps {
  readonly item: Item;
  readonly words: RowTexts;
  readonly isChosen: boolean;
  /** The one row that Tab reaches. Arrow keys move from there to the other rows. */
  readonly isEntry: boolean;
}

/** What is in a row while rows are selected: a checkbox to select it, and its texts. Nothing can be edited or ticked. */
export function ChoiceParts({ item, words, isChosen, isEntry }: ChoicePartsProps) {
  return (
    <label>
      <input
        type="checkbox"
        className="tick"
        id={partId(item.id, 'choice')}
        checked={isChosen}
        tabIndex={isEntry ? 0 : -1}
        onChange={handledByList}
        aria-label={words.choose(words.nameOf(item))}
      />
      <span className="fields">
        <ItemTexts item={item} />
      </span>
    </label>
  );
}
