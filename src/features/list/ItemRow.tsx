import { memo } from 'react';
import type { ItemText } from '../../contract/fields';
import type { ItemRow as Item } from '../../contract/records';
import { ChoiceParts } from './ChoiceParts';
import { Handle } from './Handle';
import { ItemFields } from './ItemFields';
import { ItemTexts } from './ItemTexts';
import { handledByList, partId } from './itemElements';
import type { RowTexts } from './rowTexts';

interface ItemRowProps {
  readonly item: Item;
  readonly words: RowTexts;
  readonly hasHints: boolean;
  /** The field with the caret. Its row stays editable even when another device ticks the item. */
  readonly focusedField: ItemText | null;
  /** Null while nothing is selected. */
  readonly isChosen: boolean | null;
  /** While rows are selected: whether Tab reaches this row. */
  readonly isEntry: boolean;
}

/**
 * One item. It uses no hooks: a subscription and an effect per row would make a list of 500 items open slowly. `memo`
 * draws it again only when its props change. The list handles its events.
 */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, words, hasHints, focusedField, isChosen, isEntry } = props;
  const { id, description, quantity, done } = item;
  const name = words.nameOf(item);
  const remove = <button type="button" className="remove" aria-label={words.remove(name)} />;
  const parts = (
    <>
      <input
        type="checkbox"
        className="tick"
        id={partId(id, 'done')}
        checked={done}
        onChange={handledByList}
        aria-label={words.check(name)}
      />
      <div className="fields">
        {done && focusedField === null ? (
          <ItemTexts item={item}>{remove}</ItemTexts>
        ) : (
          <ItemFields id={id} text={description} name={name} hasHints={hasHints} words={words}>
            {remove}
          </ItemFields>
        )}
      </div>
    </>
  );
  // One element in both forms: the browser remembers the height of a row out of sight as long as its element exists.
  return (
    <li
      data-item={id}
      data-done={done || undefined}
      data-plain={quantity === '' || undefined}
      data-focused={focusedField ?? undefined}
      {...(isChosen !== null && { 'data-choice': isChosen ? 'on' : 'off' })}
    >
      {isChosen === null ? parts : <ChoiceParts {...{ item, words, isChosen, isEntry }} />}
      <Handle text={words.handle} />
    </li>
  );
});
