import { ITEM_TEXTS } from '../../contract/fields';
import type { Fields } from '../../contract/records';
import { type Base, type Refusal, ROW_REMOVED, type View } from '../../sync/model/syncState';

const TYPED_FIELDS = { lists: ['name'], items: ITEM_TEXTS } as const;

interface RefusedTexts {
  readonly collection: keyof typeof TYPED_FIELDS;
  /** The typed texts of the row. Empty if none is known, such as for a tick of an item that somebody removed. */
  readonly words: string;
  /** The name of an item's list. Null for a list itself, and for a list that is not known any more. */
  readonly listName: string | null;
  /** The words of the provider, as they came. Null if the row was removed elsewhere, or the person has lost its list. */
  readonly reason: string | null;
}

/** What a refused change was about: the row as it is known, with the change made in it. And why it was refused. */
export const refusedTexts = (
  { changes, status, message }: Refusal,
  { lists, items, removedLists }: View & Pick<Base, 'removedLists'>,
): RefusedTexts => {
  const reason = message === ROW_REMOVED ? null : `${status} ${message}`.trim();
  const [first] = changes;
  if (!first) return { collection: 'items', words: '', listName: null, reason };
  const { collection, listId, rowId } = first;
  const list = lists.rows[listId] ?? removedLists[listId];
  const row = collection === 'lists' ? list : items[listId]?.rows[rowId];
  const fields: Fields = Object.assign({}, row, ...changes.map(({ data }) => data));
  const words = TYPED_FIELDS[collection].flatMap((name) => fields[name] || []).join(' ');
  return { collection, words, listName: collection === 'items' && list ? list.name : null, reason };
};
