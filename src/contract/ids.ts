/**
 * Ids are branded strings: the compiler refuses a list id where an item id is meant. At run time they are plain text.
 * A row's id is its client uuid; the server's own keys (`id`, `documentId`) never identify a row here.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type ListId = Branded<'ListId'>;
export type ItemId = Branded<'ItemId'>;
export type RowId = ListId | ItemId;
export type UserId = Branded<'UserId'>;

/** Where a change stands in the one total order: see `changeId`. */
export type ChangeId = Branded<'ChangeId'>;

/** The only casts from text to ids; call them where text enters (network, storage, URL, a fresh uuid). */
export const asListId = (text: string): ListId => text as ListId;
export const asItemId = (text: string): ItemId => text as ItemId;
export const asUserId = (text: string): UserId => text as UserId;

const COUNTER_DIGITS = 10;

/** A Lamport counter and the tab that counted, so that ids sort as text: `00000000z1-tab`. */
export const changeId = (counter: number, tab: string): ChangeId =>
  `${counter.toString(36).padStart(COUNTER_DIGITS, '0')}-${tab}` as ChangeId;

/** The counter inside a change id; 0 for text that is none (a damaged record must not stop the clock). */
export const counterOf = (id: ChangeId): number => {
  const counter = Number.parseInt(id.slice(0, COUNTER_DIGITS), 36);
  return Number.isSafeInteger(counter) ? counter : 0;
};
