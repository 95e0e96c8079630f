import { type Collection, isDate, isObject, normalDate, parseRecord, type WireRecord } from '../../contract/records';
import { nextTask, ROWS_IN_A_TASK } from './nextTask';

/** A parsed list of records: readable and unreadable ones, and which part of the whole they are. */

export interface RecordList {
  readonly records: readonly WireRecord[];
  /** The ids of unreadable records, because their rows exist. Null if one of them has no readable id. */
  readonly unreadIds: readonly string[] | null;
  /** The provider's clock, if it sends one. */
  readonly clock: Clock | null;
}

/** What our server sends in `meta` of each list answer. Other providers do not. */
export interface Clock {
  /** The greatest `updatedAt` it ever gave this user. */
  readonly at: string;
  /** It still has all tombstones since this time. '' if it never deletes tombstones. */
  readonly removalsSince: string;
}

export const dataOf = (body: unknown): unknown => (isObject(body) && 'data' in body ? body.data : body);
const paginationOf = (body: unknown, name: 'page' | 'pageSize' | 'pageCount' | 'total'): number | null => {
  const pagination = isObject(body) && isObject(body.meta) ? body.meta.pagination : null;
  const value = isObject(pagination) ? pagination[name] : null;
  return typeof value === 'number' ? value : null;
};
/** The number of rows in an answer without pages, by our server. Other providers do not send it. */
const countOf = (body: unknown): number => {
  const total = isObject(body) && isObject(body.meta) ? body.meta.total : null;
  const isOneOfMany = (paginationOf(body, 'pageCount') ?? 1) > 1 || (paginationOf(body, 'page') ?? 1) > 1;
  return typeof total === 'number' && !isOneOfMany ? total : 0;
};

/** Whether this is a list of records with at least as many rows as it announces. */
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

/** Whether another page follows. A Strapi without counting (`withCount`) shows it only by a full page. */
export const isFollowed = (body: unknown, page: number): boolean => {
  const pageCount = paginationOf(body, 'pageCount');
  if (pageCount !== null) return page < pageCount;
  const { length } = dataOf(body) as unknown[];
  const isFull = length > 0 && length === paginationOf(body, 'pageSize');
  return isFull && paginationOf(body, 'page') === page;
};

const idsOf = (value: unknown): readonly string[] =>
  isObject(value) ? [value.uuid, value.documentId].filter((id) => typeof id === 'string') : [];

/** The readable ids of all rows in an answer (`isRecordList`). */
export const idsIn = (body: unknown): readonly string[] => (dataOf(body) as unknown[]).flatMap(idsOf);

/** All pages as one list. */
export const joined = (pages: readonly RecordList[]): RecordList => ({
  records: pages.flatMap(({ records }) => records),
  unreadIds: pages.every(({ unreadIds }) => unreadIds) ? pages.flatMap(({ unreadIds }) => unreadIds ?? []) : null,
  // Rows that came since may be missing in the earlier pages.
  clock: pages[0]?.clock ?? null,
});

/** Parses a list of records (`isRecordList`), a part of a long list in each task. */
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
