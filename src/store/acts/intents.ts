import { createAction } from '@reduxjs/toolkit';
import { emptyFields, type ItemFields, type ItemText, type ListFields } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import type { Fields } from '../../contract/records';
import type { Change, Dropped } from '../../sync/model/syncState';
import { LEAVING } from '../../sync/model/unsent';

/**
 * What a user does, as things that happened. Each action carries its intents: changes that still lack their place in the order,
 * which `stampChanges` gives them. One user act is one action, however many rows it touches.
 */
export type Intent = Omit<Change, 'id' | 'time'>;

const list = (type: Intent['type'], listId: ListId, data: Fields = {}): Intent => ({
  collection: 'lists',
  type,
  rowId: listId,
  listId,
  data,
});

/** What is done to one item. */
export const item = (type: Intent['type'], listId: ListId, itemId: ItemId, data: Fields = {}): Intent => ({
  collection: 'items',
  type,
  rowId: itemId,
  listId,
  data,
});

interface ListPlace {
  readonly listId: ListId;
}
interface ItemPlace extends ListPlace {
  readonly itemId: ItemId;
}
interface ItemPlaces extends ListPlace {
  readonly itemIds: readonly ItemId[];
}

/** A pasted line on its way to be an item. */
export interface PastedItem {
  readonly itemId: ItemId;
  readonly description: string;
  /** '' leaves the quantity of a row that was there as it is. */
  readonly quantity: string;
  /** Where it stands, among rows that were moved by hand. */
  readonly order?: string;
}

export const listAdded = createAction('intent/listAdded', (payload: ListPlace & Partial<ListFields>) => {
  const { listId, ...fields } = payload;
  return { payload: { listId, intents: [list('insert', listId, { ...emptyFields.lists, ...fields })] } };
});

export const listEdited = createAction('intent/listEdited', (payload: ListPlace & { fields: Partial<ListFields> }) => ({
  payload: { listId: payload.listId, intents: [list('update', payload.listId, payload.fields as Fields)] },
}));

/** All items of the list go, open and bought; the list stays. */
export const listCleared = createAction('intent/listCleared', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, intents: itemIds.map((id) => item('remove', listId, id)) },
}));

/** The removal of its items is recorded with the list's: a provider may not cascade. */
export const listDeleted = createAction('intent/listDeleted', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, intents: [...itemIds.map((id) => item('remove', listId, id)), list('remove', listId)] },
}));

/** The person leaves a shared list, which stays with the others. */
export const listLeft = createAction('intent/listLeft', ({ listId }: ListPlace) => ({
  payload: { listId, intents: [list('remove', listId, LEAVING)] },
}));

export const itemAdded = createAction('intent/itemAdded', (payload: ItemPlace & { fields?: Partial<ItemFields> }) => {
  const { listId, itemId, fields } = payload;
  return {
    payload: { listId, itemId, intents: [item('insert', listId, itemId, { ...emptyFields.items, ...fields })] },
  };
});

/** An empty list gets its one empty item by itself. Not a person's addition: no event. */
export const blankAdded = createAction('intent/blankAdded', ({ listId, itemId }: ItemPlace) => ({
  payload: { listId, itemId, intents: [item('insert', listId, itemId, { ...emptyFields.items })] },
}));

type EditedTexts = Partial<Pick<ItemFields, ItemText>>;

export const itemEdited = createAction('intent/itemEdited', (payload: ItemPlace & { fields: EditedTexts }) => {
  const { listId, itemId, fields } = payload;
  return { payload: { listId, itemId, intents: [item('update', listId, itemId, fields as Fields)] } };
});

export const itemChecked = createAction('intent/itemChecked', (payload: ItemPlace & { done: boolean }) => {
  const { listId, itemId, done } = payload;
  return { payload: { listId, itemId, done, intents: [item('update', listId, itemId, { done })] } };
});

export const itemDeleted = createAction('intent/itemDeleted', ({ listId, itemId }: ItemPlace) => ({
  payload: { listId, itemId, intents: [item('remove', listId, itemId)] },
}));

/** Several items are ticked, or their ticks taken back, in one act. */
export const itemsChecked = createAction('intent/itemsChecked', (payload: ItemPlaces & { done: boolean }) => {
  const { listId, itemIds, done } = payload;
  return { payload: { listId, itemIds, done, intents: itemIds.map((id) => item('update', listId, id, { done })) } };
});

/** What an item's place is told by. */
export interface ItemOrder {
  readonly itemId: ItemId;
  readonly order: string;
}

/** An item was moved by hand within its list. Others get new places with it only where there was no room between two. */
export const itemReordered = createAction(
  'intent/itemReordered',
  (payload: ListPlace & { orders: readonly ItemOrder[] }) => {
    const { listId, orders } = payload;
    return {
      payload: { listId, intents: orders.map(({ itemId, order }) => item('update', listId, itemId, { order })) },
    };
  },
);

/** Several items of a list go in one act. */
export const itemsDeleted = createAction('intent/itemsDeleted', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, itemIds, intents: itemIds.map((id) => item('remove', listId, id)) },
}));

const pastedFields = ({ description, quantity, order }: PastedItem): Fields => ({
  description,
  ...(quantity !== '' && { quantity }),
  ...(order && { order }),
});

const pastedIntents = (listId: ListId, into: PastedItem | null, added: readonly PastedItem[]): readonly Intent[] => [
  ...(into ? [item('update', listId, into.itemId, pastedFields(into))] : []),
  ...added.map((pasted) => item('insert', listId, pasted.itemId, { ...emptyFields.items, ...pastedFields(pasted) })),
];

/** `into` is the blank item that took the first line; `text` is what was pasted, for the one analytics event that carries it. */
export const linesPasted = createAction(
  'intent/linesPasted',
  (payload: ListPlace & { into: PastedItem | null; added: readonly PastedItem[]; text: string }) => {
    const { listId, into, added, text } = payload;
    const intents = pastedIntents(listId, into, added);
    return { payload: { listId, text, count: intents.length, intents } };
  },
);

/** Text from another app became items, by the rules of a paste. The text itself is told to nobody. */
export const linesShared = createAction(
  'intent/linesShared',
  (payload: ListPlace & { into: PastedItem | null; added: readonly PastedItem[] }) => {
    const { listId, into, added } = payload;
    return { payload: { listId, intents: pastedIntents(listId, into, added) } };
  },
);

/** Blank rows that were never sent go when their list is left. Not a user's deletion: no event, no undo. */
export const blanksSwept = createAction('intent/blanksSwept', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, intents: itemIds.map((id) => item('remove', listId, id)) },
}));

export interface RestoredRows {
  readonly lists: readonly (ListPlace & { readonly fields: ListFields })[];
  readonly items: readonly (ItemPlace & { readonly fields: ItemFields })[];
  /** Blank rows that stand where these rows were, and go. */
  readonly blanks: readonly ItemPlace[];
  /** What waited for a list that is gone, and comes back as these rows. */
  readonly dropped?: readonly Dropped[];
}

/** An undo: rows come back, under new ids where the old ones were ever sent. */
export const rowsRestored = createAction(
  'intent/rowsRestored',
  ({ lists, items, blanks, dropped = [] }: RestoredRows) => ({
    payload: {
      dropped,
      intents: [
        ...blanks.map(({ listId, itemId }) => item('remove', listId, itemId)),
        ...lists.map(({ listId, fields }) => list('insert', listId, { ...fields })),
        ...items.map(({ listId, itemId, fields }) => item('insert', listId, itemId, { ...fields })),
      ],
    },
  }),
);

/** An undone paste: its rows go, and one that had a quantity already loses the line. */
export const pasteUndone = createAction('intent/pasteUndone', (payload: ItemPlaces & { emptied: ItemId | null }) => {
  const { listId, itemIds, emptied } = payload;
  const blank = emptied ? [item('update', listId, emptied, { description: '' })] : [];
  return { payload: { listId, intents: [...itemIds.map((id) => item('remove', listId, id)), ...blank] } };
});

interface IntentAction {
  readonly type: string;
  readonly payload: { readonly intents: readonly Intent[] };
}

/** True for every action above. */
export const isIntentAction = (action: unknown): action is IntentAction =>
  typeof action === 'object' &&
  action !== null &&
  'type' in action &&
  typeof action.type === 'string' &&
  action.type.startsWith('intent/');
