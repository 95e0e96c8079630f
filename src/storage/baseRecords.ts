import type { ListId, RowId } from '../contract/ids';
import { completeRow, isObject, type ServerRow } from '../contract/records';
import { type Base, EMPTY, emptyBase, type ServerRows } from '../sync/model/syncState';
import { divideRows, hasSameFields, isSamePart, isSameServerRow, keyOfPart, type Part, partOfKey } from './baseParts';
import { nameOfRecord, splitName } from './recordName';

/**
 * Base as records on disk: one record for each part of the list rows, one for each part of a list's items, and one for
 * each small value beside the rows. Only differences to the disk are written, so the cost of an edit does not depend on
 * the number of rows.
 */

export const BASE_STORES = ['lists', 'items', 'meta'] as const;
type BaseStore = (typeof BASE_STORES)[number];

/** A record of base with its store and key. Without a value, the record is to be deleted. */
export interface BaseRecord {
  readonly store: BaseStore;
  readonly key: string;
  readonly value?: unknown;
}

/** The list rows, or the items of one list. */
type BucketId = ListId | typeof LISTS;
const LISTS = '';

const storeOf = (bucket: BucketId): BaseStore => (bucket === LISTS ? 'lists' : 'items');
const rowsOf = ({ lists, items }: Pick<Base, 'lists' | 'items'>, bucket: BucketId): ServerRows | undefined =>
  bucket === LISTS ? lists : items[bucket];
const bucketOfKey = (key: string): BucketId => partOfKey(key).bucket as BucketId;

export type StoredEntries = Readonly<Record<BaseStore, readonly (readonly [key: string, value: unknown])[]>>;

const metaOf = (base: Base): Readonly<Record<string, unknown>> => ({
  cursors: base.cursors,
  progress: { roundStartedAt: base.roundStartedAt },
  tombstones: base.tombstones,
  removedLists: base.removedLists,
});

const isSameValue = (a: unknown, b: unknown): boolean => a === b || (isObject(a) && isObject(b) && hasSameFields(a, b));

const isRows = (value: unknown): value is ServerRows =>
  isObject(value) && Object.values(value).every((server) => isObject(server) && isObject(server.row));

/** Adds missing fields to rows that an earlier build stored. Returns the same object if every row is complete. */
const completeRows = (rows: ServerRows): ServerRows => {
  const servers = Object.entries<ServerRow>(rows);
  if (servers.every(([, { row }]) => completeRow(row) === row)) return rows;
  return Object.fromEntries(servers.map(([id, server]) => [id, { ...server, row: completeRow(server.row) }]));
};

/** The base in the records. Null if there is none or a record is damaged; then the server sends everything. */
const readBase = ({ lists, items, meta }: StoredEntries): Base | null => {
  const parts = Object.fromEntries(meta);
  if (!isObject(parts.progress)) return null;
  const buckets: Record<BucketId, Record<RowId, ServerRow>> = { [LISTS]: {} };
  for (const [key, part] of [...lists, ...items]) {
    if (!isRows(part)) return null;
    if (Object.keys(part).length === 0) continue;
    const bucket = bucketOfKey(key);
    buckets[bucket] = Object.assign(buckets[bucket] ?? {}, completeRows(part));
  }
  const { [LISTS]: listRows, ...itemRows } = buckets;
  const { progress, device: _, ...rest } = parts;
  return { ...emptyBase, ...rest, ...progress, lists: listRows, items: itemRows } as Base;
};

/** The rows of a bucket. Equal rows keep their identity. */
const rowsOfParts = (parts: readonly Part[], before: ServerRows): ServerRows =>
  Object.fromEntries(
    parts.flatMap((part) =>
      Object.entries<ServerRow>(part).map(([id, row]) => {
        const known = before[id as RowId];
        return [id, known && isSameServerRow(known, row) ? known : row];
      }),
    ),
  );

/** The records of list rows that are not divided yet. */
export const listRecords = (rows: ServerRows): BaseRecord[] =>
  divideRows(rows, []).map((value, index) => ({ store: 'lists', key: keyOfPart(LISTS, index), value }));

/** The base with the records that another tab wrote. Equal rows keep their identity. */
const patched = (base: Base, records: readonly BaseRecord[], partsOf: (bucket: BucketId) => readonly Part[]): Base => {
  let { lists } = base;
  const items: Record<ListId, ServerRows> = { ...base.items };
  const meta: Record<string, unknown> = { ...metaOf(base) };
  const touched = new Set<BucketId>();
  for (const { store, key, value } of records) {
    if (store === 'meta') meta[key] = value ?? meta[key];
    else touched.add(bucketOfKey(key));
  }
  for (const bucket of touched) {
    const rows = rowsOfParts(partsOf(bucket), rowsOf(base, bucket) ?? EMPTY);
    if (bucket === LISTS) lists = rows;
    else if (Object.keys(rows).length) items[bucket] = rows;
    else delete items[bucket];
  }
  const { progress, ...rest } = meta;
  return { ...base, ...rest, ...(progress as object), lists, items };
};

const metaDifferences = (base: Base, before: Base | null): BaseRecord[] => {
  const was = before ? metaOf(before) : EMPTY;
  return Object.entries(metaOf(base)).flatMap(([key, value]): BaseRecord[] =>
    isSameValue(was[key as never], value) ? [] : [{ store: 'meta', key, value }],
  );
};

/** What to write so that the disk has the current base. */
export interface BaseDifferences {
  /** The content of the disk is unknown, so all of it must be deleted first. */
  readonly isWhole: boolean;
  readonly records: readonly BaseRecord[];
}

/** Knows which base is on the disk, as far as this tab has read and written it. */
export interface BaseRecords {
  /** Takes the read records. Returns their base. */
  take(entries: StoredEntries): Base | null;
  /**
   * Takes records that another tab wrote. Returns the base with them, or null if no base was known. Equal rows keep
   * their identity.
   */
  patch(records: readonly BaseRecord[]): Base | null;
  differences(base: Base): BaseDifferences;
  /** These records were not written, or may be missing on the disk. The next write repeats them. */
  doubt(records: readonly BaseRecord[]): void;
  /** The content of the disk is unknown from now on. */
  forget(): void;
}

/** The parts of all buckets as they are on the disk. */
const makeStoredParts = () => {
  let parts = new Map<BucketId, readonly Part[]>();

  const replace = (bucket: BucketId, next: readonly Part[]): void => {
    if (next.length) parts.set(bucket, next);
    else parts.delete(bucket);
  };

  /** Takes one part. Drops empty parts at the end. */
  const put = (key: string, value: Part | undefined): void => {
    const { part } = partOfKey(key);
    const bucket = bucketOfKey(key);
    const known = [...(parts.get(bucket) ?? [])];
    known[part] = value ?? {};
    const whole = Array.from(known, (one) => one ?? {});
    while (whole.length && Object.keys(whole.at(-1) ?? {}).length === 0) whole.pop();
    replace(bucket, whole);
  };

  /** The records for the changed rows of one bucket, which count as stored from now on. */
  const bucketDifferences = (bucket: BucketId, rows: ServerRows = EMPTY): BaseRecord[] => {
    const store = storeOf(bucket);
    const old = parts.get(bucket) ?? [];
    const next = Object.keys(rows).length ? divideRows(rows, old) : [];
    replace(bucket, next);
    const changed = next.flatMap((value, index): BaseRecord[] => {
      const was = old[index];
      return was && isSamePart(was, value) ? [] : [{ store, key: keyOfPart(bucket, index), value }];
    });
    const gone = old.slice(next.length).map((_, index): BaseRecord => {
      return { store, key: keyOfPart(bucket, next.length + index) };
    });
    return [...changed, ...gone];
  };

  return {
    put,
    /** The records for the changed rows of `base`, which count as stored from now on. */
    differences: (base: Base, before: Pick<Base, 'lists' | 'items'>): BaseRecord[] => {
      const buckets = new Set<BucketId>([LISTS]);
      if (base.items !== before.items)
        for (const id of Object.keys({ ...before.items, ...base.items })) buckets.add(id as ListId);
      return [...buckets]
        .filter((bucket) => rowsOf(base, bucket) !== rowsOf(before, bucket))
        .flatMap((bucket) => bucketDifferences(bucket, rowsOf(base, bucket)));
    },
    of: (bucket: BucketId): readonly Part[] => parts.get(bucket) ?? [],
    valueOf: (key: string): Part | undefined => parts.get(bucketOfKey(key))?.[partOfKey(key).part],
    clear: (): void => {
      parts = new Map();
    },
  };
};

export const makeBaseRecords = (): BaseRecords => {
  let written: Base | null = null;
  const parts = makeStoredParts();
  /** The names of doubted records: store and key. */
  const doubted = new Set<string>();

  const recordValue = (base: Base, { store, key }: BaseRecord): unknown =>
    store === 'meta' ? metaOf(base)[key] : parts.valueOf(key);

  const forget = (): void => {
    written = null;
    parts.clear();
    doubted.clear();
  };

  return {
    take: (entries) => {
      forget();
      written = readBase(entries);
      if (!written) return null;
      for (const [key, part] of [...entries.lists, ...entries.items]) parts.put(key, part as Part);
      return written;
    },
    patch: (records) => {
      if (!written) return null;
      for (const { store, key, value } of records) if (store !== 'meta') parts.put(key, value as Part | undefined);
      written = patched(written, records, parts.of);
      return written;
    },
    differences: (base) => {
      const isWhole = written === null;
      const records = [
        ...parts.differences(base, written ?? { lists: EMPTY, items: EMPTY }),
        ...metaDifferences(base, written),
      ];
      written = base;
      const named = new Set(records.map(nameOfRecord));
      const again = [...doubted]
        .filter((name) => !named.has(name))
        .map((name): BaseRecord => {
          const [store, key] = splitName(name);
          return { store: store as BaseStore, key };
        });
      doubted.clear();
      return { isWhole, records: [...records, ...again.map((one) => ({ ...one, value: recordValue(base, one) }))] };
    },
    doubt: (records) => {
      if (written) for (const record of records) doubted.add(nameOfRecord(record));
    },
    forget,
  };
};
