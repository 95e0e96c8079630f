/**
 * Ids are branded strings: the compiler rejects a list id in place of an item id. At run time they are plain text. A
 * row's id is the uuid that a client gave it. The server's own keys (`id`, `documentId`) never identify a row here.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type ListId = Branded<'ListId'>;
export type ItemId = Branded<'ItemId'>;
export type RowId = ListId | ItemId;
export type UserId = Branded<'UserId'>;

/** The place of a change in the order of all changes; see `changeId`. */
export type ChangeId = Branded<'ChangeId'>;

/** The only casts from text to ids. Call them where text enters the app: network, storage, address, a new uuid. */
export const asListId = (text: string): ListId => text as ListId;
export const asItemId = (text: string): ItemId => text as ItemId;
export const asUserId = (text: string): UserId => text as UserId;

const COUNTER_DIGITS = 10;

/** A Lamport counter and the name of the tab. The counter has a fixed length, so ids sort as text: `00000000z1-tab`. */
export const changeId = (counter: number, tab: string): ChangeId =>
  `${counter.toString(36).padStart(COUNTER_DIGITS, '0')}-${tab}` as ChangeId;

/** The counter of a change id. 0 for a damaged id, which must not break the counting. */
export const counterOf = (id: ChangeId): number => {
  const counter = Number.parseInt(id.slice(0, COUNTER_DIGITS), 36);
  return Number.isSafeInteger(counter) ? counter : 0;
};
