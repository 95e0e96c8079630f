import type { ListId, RowId } from '../contract/ids';
import { hasSameFields, isObject, type ServerRow } from '../contract/records';
import { type Base, EMPTY, emptyBase, type ServerRows } from '../sync/model/syncState';
import { divideRows, isSamePart, isSameServerRow, keyOfPart, type Part, partOfKey } from './baseParts';
import { completeRow, isBaseRecord } from './storedForms';

/**
 * Base as records on disk: one record for each list row, one for each part of a list's items, and one for each small
 * value beside the rows. Only differences to the disk are written, so the cost of an edit does not depend on the number
 * of rows.
 */

export const BASE_STORES = ['lists', 'items', 'meta'] as const;
type BaseStore = (typeof BASE_STORES)[number];

/** A record of base with its store and key. Without a value, the record is to be deleted. */
export interface BaseRecord {
  readonly store: BaseStore;
  readonly key: string;
  readonly value?: unknown;
}

const metaOf = (base: Base): Readonly<Record<string, unknown>> => ({
  cursors: base.cursors,
  progress: { roundStartedAt: base.roundStartedAt },
  tombstones: base.tombstones,
  removedLists: base.removedLists,
});

const isSameValue = (a: unknown, b: unknown): boolean => a === b || (isObject(a) && isObject(b) && hasSameFields(a, b));

/** The stored row, with the fields that the build that stored it did not know. Equal rows keep their identity. */
const takenRow = (known: ServerRow | undefined, stored: ServerRow): ServerRow => {
  const row = completeRow(stored.row);
  const server = row === stored.row ? stored : { ...stored, row };
  return known && isSameServerRow(known, server) ? known : server;
};

/** The rows of a list. */
const rowsOfParts = (parts: readonly Part[], before: ServerRows): ServerRows => {
  const rows: Record<RowId, ServerRow> = {};
  for (const part of parts)
    for (const id of Object.keys(part) as RowId[]) rows[id] = takenRow(before[id], part[id] as ServerRow);
  return rows;
};

/** The parts of all lists as they are on the disk. */
type Parts = ReadonlyMap<ListId, readonly Part[]>;

/** The base with these records in place of its own. */
const patched = (base: Base, records: readonly BaseRecord[], parts: Parts): Base => {
  const lists: Record<RowId, ServerRow> = { ...base.lists };
  const items: Record<ListId, ServerRows> = { ...base.items };
  const meta: Record<string, unknown> = { ...metaOf(base) };
  const touched = new Set<ListId>();
  for (const { store, key, value } of records) {
    if (store === 'items') touched.add(partOfKey(key).listId);
    else if (store === 'lists' && value) lists[key as RowId] = takenRow(lists[key as RowId], value as ServerRow);
    else if (store === 'lists') delete lists[key as RowId];
    // `meta` also has the name of the device, and another build may have more records there.
    else if (key in meta) meta[key] = value ?? meta[key];
  }
  for (const listId of touched) {
    const rows = rowsOfParts(parts.get(listId) ?? [], base.items[listId] ?? EMPTY);
    if (Object.keys(rows).length) items[listId] = rows;
    else delete items[listId];
  }
  const { progress, ...rest } = meta;
  return { ...base, ...rest, ...(progress as object), lists, items };
};

const listDifferences = (base: Base, before: ServerRows): BaseRecord[] => {
  if (base.lists === before) return [];
  const ids = new Set([...Object.keys(before), ...Object.keys(base.lists)]) as Set<RowId>;
  return [...ids].flatMap((key): BaseRecord[] => {
    const value = base.lists[key];
    return isSameServerRow(before[key], value) ? [] : [{ store: 'lists', key, value }];
  });
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
  /** Called once these records are on the disk. Until then the next differences contain them again. */
  confirm(): void;
}

/** Knows which base is on the disk, as far as this tab has read and written it. */
export interface BaseRecords {
  /** Takes all records. Returns their base, or null if there is none or a record is damaged; then the server sends everything. */
  take(records: readonly BaseRecord[]): Base | null;
  /**
   * Takes records that another tab wrote. Returns the base with them, or null if no base was known or a record is
   * damaged. Equal rows keep their identity.
   */
  patch(records: readonly BaseRecord[]): Base | null;
  differences(base: Base): BaseDifferences;
  /** The content of the disk is unknown from now on. */
  forget(): void;
}

/** What is on the disk. The base is null if that is unknown. */
interface Written {
  readonly base: Base | null;
  readonly parts: Parts;
}

/** Puts one part into the map. Drops empty parts at the end. */
const putPart = (parts: Map<ListId, readonly Part[]>, key: string, value: Part | undefined): void => {
  const { listId, part } = partOfKey(key);
  const known = [...(parts.get(listId) ?? [])];
  known[part] = value ?? {};
  const whole = Array.from(known, (one) => one ?? {});
  while (whole.length && Object.keys(whole.at(-1) ?? {}).length === 0) whole.pop();
  if (whole.length) parts.set(listId, whole);
  else parts.delete(listId);
};

/** The records for the changed items of `base`, and the parts that the disk has with them. */
const itemDifferences = (base: Base, written: Written): { records: BaseRecord[]; parts: Parts } => {
  const before: Base['items'] = written.base?.items ?? EMPTY;
  const parts = new Map(written.parts);
  const ids = new Set([...Object.keys(before), ...Object.keys(base.items)]) as Set<ListId>;
  const records = [...ids].flatMap((listId) => {
    const rows = base.items[listId];
    if (rows === before[listId]) return [];
    const old = parts.get(listId) ?? [];
    const next = rows ? divideRows(rows, old) : [];
    if (rows) parts.set(listId, next);
    else parts.delete(listId);
    const changed = next.flatMap((value, index): BaseRecord[] => {
      const was = old[index];
      return was && isSamePart(was, value) ? [] : [{ store: 'items', key: keyOfPart(listId, index), value }];
    });
    const gone = old.slice(next.length).map((_, index): BaseRecord => {
      return { store: 'items', key: keyOfPart(listId, next.length + index) };
    });
    return [...changed, ...gone];
  });
  return { records, parts };
};

/** What is on the disk after these records were written there. */
const withRecords = (base: Base, before: Parts, records: readonly BaseRecord[]): Written & { readonly base: Base } => {
  const parts = new Map(before);
  for (const { store, key, value } of records) if (store === 'items') putPart(parts, key, value as Part | undefined);
  return { base: patched(base, records, parts), parts };
};

const isUndamaged = ({ store, key, value }: BaseRecord): boolean => isBaseRecord(store, key, value);

/** Every stored base has this record. */
export const isProgress = ({ store, key }: BaseRecord): boolean => store === 'meta' && key === 'progress';

const nothingKnown = (): Written => ({ base: null, parts: new Map() });

export const makeBaseRecords = (): BaseRecords => {
  let written = nothingKnown();

  return {
    take: (records) => {
      const isStored = records.some(isProgress) && records.every(isUndamaged);
      written = isStored ? withRecords(emptyBase, new Map(), records) : nothingKnown();
      return written.base;
    },
    patch: (records) => {
      const areUndamaged = records.every((record) => record.value === undefined || isUndamaged(record));
      if (!written.base || !areUndamaged) return null;
      written = withRecords(written.base, written.parts, records);
      return written.base;
    },
    differences: (base) => {
      const before = written;
      const { records: ofItems, parts } = itemDifferences(base, before);
      return {
        isWhole: before.base === null,
        records: [
          ...listDifferences(base, before.base?.lists ?? EMPTY),
          ...ofItems,
          ...metaDifferences(base, before.base),
        ],
        confirm: () => {
          // Something else may have been read or forgotten meanwhile.
          if (written === before) written = { base, parts };
        },
      };
    },
    forget: () => {
      written = nothingKnown();
    },
  };
};
