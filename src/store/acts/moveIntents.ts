import { createAction } from '@reduxjs/toolkit';
import type { ItemFields } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import type { Fields } from '../../contract/records';
import type { Dropped } from '../../sync/model/syncState';
import { movedTo } from '../../sync/model/unsent';
import { type Intent, item, type RestoredRows } from './intents';

/** Moves of items between two lists. Each act is one action with the changes of both lists. */

export interface TransferredItems {
  readonly listId: ListId;
  readonly toListId: ListId;
  readonly added: readonly { readonly itemId: ItemId; readonly fields: ItemFields }[];
}

interface MovedItem {
  readonly itemId: ItemId;
  readonly newId: ItemId;
  /** Its fields on the server, as they are known here, without those that were changed here. */
  readonly known: Fields;
}

const transferIntents = ({ toListId, added }: TransferredItems): readonly Intent[] =>
  added.map(({ itemId, fields }) => item('insert', toListId, itemId, { ...fields }));

/** Copies items into another list. */
export const itemsCopied = createAction('intent/itemsCopied', (payload: TransferredItems) => ({
  payload: { ...payload, intents: transferIntents(payload) },
}));

/** Moves items to another list: creates new rows there and removes the old ones, in the same order and in one act. */
export const itemsMoved = createAction(
  'intent/itemsMoved',
  (payload: TransferredItems & { moved: readonly MovedItem[] }) => {
    const { listId, moved } = payload;
    const removals = moved.map(({ itemId, newId, known }) => item('remove', listId, itemId, movedTo(newId, known)));
    return { payload: { ...payload, intents: [...transferIntents(payload), ...removals] } };
  },
);

interface MovedBack {
  readonly toListId: ListId;
  readonly itemIds: readonly ItemId[];
  readonly items: RestoredRows['items'];
  /** The removals of old rows that were not sent. */
  readonly dropped: readonly Dropped[];
  /** What was changed in the other list, of rows that come back by themselves. */
  readonly edited: readonly { readonly listId: ListId; readonly itemId: ItemId; readonly fields: Fields }[];
  readonly blanks: RestoredRows['blanks'];
}

/** Undoes a move: removes the new rows and brings back the old ones. */
export const moveUndone = createAction('intent/moveUndone', (payload: MovedBack) => {
  const { toListId, itemIds, items, dropped, edited, blanks } = payload;
  const intents = [
    ...itemIds.map((id) => item('remove', toListId, id)),
    ...blanks.map(({ listId, itemId }) => item('remove', listId, itemId)),
    ...items.map(({ listId, itemId, fields }) => item('insert', listId, itemId, { ...fields })),
    ...edited.map(({ listId, itemId, fields }) => item('update', listId, itemId, fields)),
  ];
  return { payload: { dropped, intents } };
});
