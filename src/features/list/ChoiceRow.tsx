import type { ItemRow as Item } from '../../contract/records';
import { Handle } from './Handle';
import { ItemTexts } from './ItemTexts';
import { handledByList, partId } from './itemElements';
import type { RowTexts } from './rowTexts';

interface ChoiceRowProps {
  readonly item: Item;
  readonly words: RowTexts;
  readonly isChosen: boolean;
  /** The one row that Tab reaches. Arrow keys move from there to the other rows. */
  readonly isEntry: boolean;
}

/** One item while rows are selected: a checkbox to select it, and its texts. Nothing in it can be edited or ticked. */
export function ChoiceRow({ item, words, isChosen, isEntry }: ChoiceRowProps) {
  const { id, quantity, done } = item;
  return (
    <li
      data-item={id}
      data-done={done || undefined}
      data-plain={quantity === '' || undefined}
      data-choice={isChosen ? 'on' : 'off'}
    >
      <label>
        <input
          type="checkbox"
          className="tick"
          id={partId(id, 'choice')}
          checked={isChosen}
          tabIndex={isEntry ? 0 : -1}
          onChange={handledByList}
          aria-label={words.choose(words.nameOf(item))}
        />
        <span className="fields">
          <ItemTexts item={item} />
        </span>
      </label>
      <Handle text={words.handle} />
    </li>
  );
}
