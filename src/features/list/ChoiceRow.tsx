import type { ItemRow as Item } from '../../contract/records';
import { Handle } from './Handle';
import { partId } from './itemElements';
import type { RowWords } from './rowWords';

interface ChoiceRowProps {
  readonly item: Item;
  readonly words: RowWords;
  readonly isChosen: boolean;
  /** The row that Tab leads to; from there the arrows lead to the others. */
  readonly isEntry: boolean;
}

/** The list around the rows hears the click; React wants to be told that a ticked box is no oversight. */
const heardByList = (): void => undefined;

/** One item while rows are selected: a box to choose it by, and its texts. Nothing in it can be edited or ticked. */
export function ChoiceRow({ item, words, isChosen, isEntry }: ChoiceRowProps) {
  const { id, description, quantity, done } = item;
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
          onChange={heardByList}
          aria-label={words.choose(words.nameOf(item))}
        />
        <span className="fields">
          <span className="text" dir="auto">
            {description}
          </span>
          <span className="end">
            <span className="quantity" dir="auto">
              {quantity}
            </span>
          </span>
        </span>
      </label>
      <Handle text={words.handle} />
    </li>
  );
}
