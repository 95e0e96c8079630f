import { createAction } from '@reduxjs/toolkit';
import type { ItemFields } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import { type Intent, item, type RestoredRows } from './intents';

/** Items that go from one list to another. Each act is one action with the intents of both lists. */

interface SentItems {
  readonly listId: ListId;
  readonly toListId: ListId;
  readonly added: readonly { readonly itemId: ItemId; readonly fields: ItemFields }[];
}

const sentIntents = ({ toListId, added }: SentItems): readonly Intent[] =>
  added.map(({ itemId, fields }) => item('insert', toListId, itemId, { ...fields }));

/** Items are written into another list as well. */
export const itemsCopied = createAction('intent/itemsCopied', (payload: SentItems) => ({
  payload: { ...payload, intents: sentIntents(payload) },
}));

/** Items go from one list to another: new rows there, and the old ones removed, in one act. */
export const itemsMoved = createAction('intent/itemsMoved', (payload: SentItems & { itemIds: readonly ItemId[] }) => {
  const { listId, itemIds } = payload;
  return {
    payload: { ...payload, intents: [...sentIntents(payload), ...itemIds.map((id) => item('remove', listId, id))] },
  };
});

interface MovedBack {
  readonly toListId: ListId;
  readonly itemIds: readonly ItemId[];
  readonly items: RestoredRows['items'];
  readonly blanks: RestoredRows['blanks'];
}

/** An undone move: the rows there go, and the old ones come back. */
export const moveUndone = createAction('intent/moveUndone', ({ toListId, itemIds, items, blanks }: MovedBack) => ({
  payload: {
    intents: [
      ...itemIds.map((id) => item('remove', toListId, id)),
      ...blanks.map(({ listId, itemId }) => item('remove', listId, itemId)),
      ...items.map(({ listId, itemId, fields }) => item('insert', listId, itemId, { ...fields })),
    ],
  },
}));
