import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import { ItemFields } from './ItemFields';
import { partId } from './itemElements';
import type { Field } from './itemKeys';
import { itemName } from './itemName';
import { useLastItem } from './useLastItem';

export interface ItemRowProps {
  readonly listId: ListId;
  readonly id: ItemId;
  /** Passed down, because a hook per row costs more than the row. */
  readonly t: TFunction;
  readonly hasHints: boolean;
  /** The field with the caret; its row stays editable even when it is ticked elsewhere. */
  readonly focusedField: Field | null;
  readonly isLeaving: boolean;
}

/** The list around the rows hears the click; React wants to be told that a ticked box is no oversight. */
const heardByList = (): void => undefined;

/** One item. It selects itself, so that a keystroke draws this row and no other; its events are heard by the list. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { listId, id, t, hasHints, focusedField, isLeaving } = props;
  const item = useLastItem(listId, id);
  if (!item) return null;
  const { description, quantity, done } = item;
  const name = itemName(t, item);
  const isEditable = !done || focusedField !== null;
  const remove = <button type="button" className="remove" aria-label={t('item.delete', { name })} />;
  return (
    <li
      data-item={id}
      data-done={done || undefined}
      data-focused={focusedField ?? undefined}
      data-leaving={isLeaving || undefined}
    >
      <div className="row">
        <input
          type="checkbox"
          className="tick"
          id={partId(id, 'done')}
          checked={done}
          onChange={heardByList}
          aria-label={t('item.check', { name })}
        />
        <div className="fields">
          {isEditable ? (
            <ItemFields id={id} description={description} quantity={quantity} name={name} hasHints={hasHints} t={t}>
              {remove}
            </ItemFields>
          ) : (
            <>
              <span className="text" dir="auto">
                {description}
              </span>
              <div className="end">
                <span className="quantity" dir="auto">
                  {quantity}
                </span>
                {remove}
              </div>
            </>
          )}
        </div>
      </div>
    </li>
  );
});
