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
  /** The new row. Undefined if the item is back in the other list already, as after the undo of another device. */
  readonly newId: ItemId | undefined;
  /** Its `unchangedFields`. */
  readonly known: Fields;
}

const movedIntents = (listId: ListId, moved: readonly MovedItem[]): readonly Intent[] =>
  moved.map(({ itemId, newId, known }) => item('remove', listId, itemId, newId && movedTo(newId, known)));

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
    return { payload: { ...payload, intents: [...transferIntents(payload), ...movedIntents(listId, moved)] } };
  },
);

interface MovedBack {
  readonly toListId: ListId;
  readonly moved: readonly MovedItem[];
  readonly items: RestoredRows['items'];
  /** The removals of old rows that were not sent. */
  readonly dropped: readonly Dropped[];
  /** What was changed in the other list, of rows that come back by themselves. */
  readonly edited: readonly { readonly listId: ListId; readonly itemId: ItemId; readonly fields: Fields }[];
  readonly blanks: RestoredRows['blanks'];
}

/** Undoes a move: the items are moved back. */
export const moveUndone = createAction('intent/moveUndone', (payload: MovedBack) => {
  const { toListId, moved, items, dropped, edited, blanks } = payload;
  const intents = [
    ...movedIntents(toListId, moved),
    ...blanks.map(({ listId, itemId }) => item('remove', listId, itemId)),
    ...items.map(({ listId, itemId, fields }) => item('insert', listId, itemId, { ...fields })),
    ...edited.map(({ listId, itemId, fields }) => item('update', listId, itemId, fields)),
  ];
  return { payload: { dropped, intents } };
});
