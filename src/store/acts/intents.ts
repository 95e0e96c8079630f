import { createAction } from '@reduxjs/toolkit';
import { emptyFields, type ItemFields, type ItemText, type ListFields } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import type { Fields } from '../../contract/records';
import type { Change, Dropped } from '../../sync/model/syncState';
import { LEAVING, WITH_LIST } from '../../sync/model/unsent';

/**
 * What the user does, as actions. Each action carries its intents: changes without a place in the order, which
 * `stampChanges` adds. One act of the user is one action, however many rows it changes.
 */
export type Intent = Omit<Change, 'id' | 'time'>;

const NUL = '\0';

/** The fields without U+0000, which some clipboards contain and no database of a server takes. */
const storable = (data: Fields): Fields => {
  const entries = Object.entries(data);
  if (!entries.some(([, value]) => typeof value === 'string' && value.includes(NUL))) return data;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(NUL, '') : value]),
  );
};

const list = (type: Intent['type'], listId: ListId, data: Fields = {}): Intent => ({
  collection: 'lists',
  type,
  rowId: listId,
  listId,
  data: storable(data),
});

/** A change of one item. */
export const item = (type: Intent['type'], listId: ListId, itemId: ItemId, data: Fields = {}): Intent => ({
  collection: 'items',
  type,
  rowId: itemId,
  listId,
  data: storable(data),
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

/** A pasted line that becomes an item. */
export interface PastedItem {
  readonly itemId: ItemId;
  readonly description: string;
  /** '' keeps the quantity of an existing row. */
  readonly quantity: string;
  /** Its place, if rows were moved by hand. */
  readonly order?: string;
}

export const listAdded = createAction('intent/listAdded', (payload: ListPlace & Partial<ListFields>) => {
  const { listId, ...fields } = payload;
  return { payload: { listId, intents: [list('insert', listId, { ...emptyFields.lists, ...fields })] } };
});

export const listEdited = createAction('intent/listEdited', (payload: ListPlace & { fields: Partial<ListFields> }) => ({
  payload: { listId: payload.listId, intents: [list('update', payload.listId, payload.fields as Fields)] },
}));

/** Removes all items of the list, open and bought. The list stays. */
export const listCleared = createAction('intent/listCleared', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, intents: itemIds.map((id) => item('remove', listId, id)) },
}));

/** Removes the list and its items. The items are recorded too, because a provider may not remove them with the list. */
export const listDeleted = createAction('intent/listDeleted', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, intents: [...itemIds.map((id) => item('remove', listId, id, WITH_LIST)), list('remove', listId)] },
}));

/** The person leaves a shared list. The other members keep it. */
export const listLeft = createAction('intent/listLeft', ({ listId }: ListPlace) => ({
  payload: { listId, intents: [list('remove', listId, LEAVING)] },
}));

export const itemAdded = createAction('intent/itemAdded', (payload: ItemPlace & { fields?: Partial<ItemFields> }) => {
  const { listId, itemId, fields } = payload;
  return {
    payload: { listId, itemId, intents: [item('insert', listId, itemId, { ...emptyFields.items, ...fields })] },
  };
});

/** The app adds the one empty item to an empty list. The person did not add it, so it is no usage event. */
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

/** Ticks or unticks several items in one act. */
export const itemsChecked = createAction('intent/itemsChecked', (payload: ItemPlaces & { done: boolean }) => {
  const { listId, itemIds, done } = payload;
  return { payload: { listId, itemIds, done, intents: itemIds.map((id) => item('update', listId, id, { done })) } };
});

/** What determines an item's place. */
export interface ItemOrder {
  readonly itemId: ItemId;
  readonly order: string;
}

/** Moves an item by hand within its list. Other items get new places only if there was no room between two of them. */
export const itemReordered = createAction(
  'intent/itemReordered',
  (payload: ListPlace & { orders: readonly ItemOrder[] }) => {
    const { listId, orders } = payload;
    return {
      payload: { listId, intents: orders.map(({ itemId, order }) => item('update', listId, itemId, { order })) },
    };
  },
);

/** Removes several items of a list in one act. */
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

interface PastedLines extends ListPlace {
  /** The blank item that took the first line. */
  readonly into: PastedItem | null;
  readonly added: readonly PastedItem[];
  /** Other rows that had to move, because there was no room for the new ones. */
  readonly moved?: readonly ItemOrder[];
  /** The pasted text, for the one usage event that carries it. */
  readonly text: string;
}

export const linesPasted = createAction('intent/linesPasted', (payload: PastedLines) => {
  const { listId, into, added, moved = [], text } = payload;
  const pasted = pastedIntents(listId, into, added);
  const intents = [...pasted, ...moved.map(({ itemId, order }) => item('update', listId, itemId, { order }))];
  return { payload: { listId, text, count: pasted.length, intents } };
});

/** Makes items of text from another app, by the rules of a paste. No usage event carries this text. */
export const linesShared = createAction(
  'intent/linesShared',
  (payload: ListPlace & { into: PastedItem | null; added: readonly PastedItem[] }) => {
    const { listId, into, added } = payload;
    return { payload: { listId, intents: pastedIntents(listId, into, added) } };
  },
);

/** Removes blank, never sent rows when the person leaves the list. The user did not delete them: no event, no undo. */
export const blanksSwept = createAction('intent/blanksSwept', ({ listId, itemIds }: ItemPlaces) => ({
  payload: { listId, intents: itemIds.map((id) => item('remove', listId, id)) },
}));

export interface RestoredRows {
  readonly lists: readonly (ListPlace & { readonly fields: ListFields })[];
  readonly items: readonly (ItemPlace & { readonly fields: ItemFields })[];
  /** Blank rows that replaced these rows, and are removed now. */
  readonly blanks: readonly ItemPlace[];
  /** Changes that leave the log: removals that are taken back, or an accepted recovery offer. */
  readonly dropped?: readonly Dropped[];
}

/** An undo: brings rows back, under new ids if the old ones were ever sent. */
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

/** Undoes a paste: removes its rows. A row that had a quantity before only loses the pasted line. */
export const pasteUndone = createAction('intent/pasteUndone', (payload: ItemPlaces & { emptied: ItemId | null }) => {
  const { listId, itemIds, emptied } = payload;
  const blank = emptied ? [item('update', listId, emptied, { description: '' })] : [];
  return { payload: { listId, intents: [...itemIds.map((id) => item('remove', listId, id)), ...blank] } };
});

interface IntentAction {
  readonly type: string;
  readonly payload: { readonly intents: readonly Intent[] };
}

/** True for every act: the actions above, and those of `moveIntents.ts`. */
export const isIntentAction = (action: unknown): action is IntentAction =>
  typeof action === 'object' &&
  action !== null &&
  'type' in action &&
  typeof action.type === 'string' &&
  action.type.startsWith('intent/');
