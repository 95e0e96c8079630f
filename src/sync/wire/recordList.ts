import { type Collection, isDate, isObject, normalDate, parseRecord, type WireRecord } from '../../contract/records';
import { nextTask, ROWS_IN_A_TASK } from './nextTask';

/** What a list of records in an answer says: records, strangers among them, and how much of the whole it is. */

export interface RecordList {
  readonly records: readonly WireRecord[];
  /** By which ids those name themselves that cannot be read: they are there, whatever they are. Null where one names none. */
  readonly unreadIds: readonly string[] | null;
  /** How far the provider is, where it says so. */
  readonly clock: Clock | null;
}

/** What our server says in `meta` of each list answer; other providers say nothing. */
export interface Clock {
  /** The greatest `updatedAt` it ever gave this user. */
  readonly at: string;
  /** It still has every tombstone of a removal since then; '' where it never purges any. */
  readonly removalsSince: string;
}

export const dataOf = (body: unknown): unknown => (isObject(body) && 'data' in body ? body.data : body);
const paginationOf = (body: unknown, name: 'page' | 'pageSize' | 'pageCount' | 'total'): number | null => {
  const pagination = isObject(body) && isObject(body.meta) ? body.meta.pagination : null;
  const value = isObject(pagination) ? pagination[name] : null;
  return typeof value === 'number' ? value : null;
};
/** How many rows our server says are in an answer that is not one of several pages; other providers say nothing there. */
const countOf = (body: unknown): number => {
  const total = isObject(body) && isObject(body.meta) ? body.meta.total : null;
  const isOneOfMany = (paginationOf(body, 'pageCount') ?? 1) > 1 || (paginationOf(body, 'page') ?? 1) > 1;
  return typeof total === 'number' && !isOneOfMany ? total : 0;
};

/** A list of records with no fewer rows than it says it has. */
export const isRecordList = (body: unknown): boolean => {
  const rows = dataOf(body);
  return Array.isArray(rows) && rows.length >= countOf(body);
};

export const totalOf = (body: unknown): number => paginationOf(body, 'total') ?? 0;

const clockOf = (body: unknown): Clock | null => {
  const { clock, removalsSince } = isObject(body) && isObject(body.meta) ? body.meta : {};
  if (!isDate(clock)) return null;
  return { at: normalDate(clock), removalsSince: isDate(removalsSince) ? normalDate(removalsSince) : '' };
};

/** Whether more comes after this page. A Strapi that is told not to count (`withCount`) says so by a full page alone. */
export const isFollowed = (body: unknown, page: number): boolean => {
  const pageCount = paginationOf(body, 'pageCount');
  if (pageCount !== null) return page < pageCount;
  const { length } = dataOf(body) as unknown[];
  const isFull = length > 0 && length === paginationOf(body, 'pageSize');
  return isFull && paginationOf(body, 'page') === page;
};

const idsOf = (value: unknown): readonly string[] =>
  isObject(value) ? [value.uuid, value.documentId].filter((id) => typeof id === 'string') : [];

/** All pages as one list. */
export const joined = (pages: readonly RecordList[]): RecordList => ({
  records: pages.flatMap(({ records }) => records),
  unreadIds: pages.every(({ unreadIds }) => unreadIds) ? pages.flatMap(({ unreadIds }) => unreadIds ?? []) : null,
  // What came since is perhaps not in the pages before.
  clock: pages[0]?.clock ?? null,
});

/** Reads a list of records (`isRecordList`); of a long one some rows in each task. */
export const readRecords = async (collection: Collection, body: unknown): Promise<RecordList> => {
  const values = dataOf(body) as unknown[];
  const records: WireRecord[] = [];
  const unread: (readonly string[])[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % ROWS_IN_A_TASK === 0) await nextTask();
    const record = parseRecord(collection, value);
    if (record) records.push(record);
    else unread.push(idsOf(value));
  }
  const unreadIds = unread.every((ids) => ids.length > 0) ? unread.flat() : null;
  return { records, unreadIds, clock: clockOf(body) };
};
