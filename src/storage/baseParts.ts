import type { ListId, RowId } from '../contract/ids';
import { hasSameFields, type ServerRow } from '../contract/records';
import type { ServerRows } from '../sync/model/syncState';

/** Stores the rows of one list in parts, so that an edit in a large list writes only one part. */
export type Part = Readonly<Record<RowId, ServerRow>>;

/** The most rows in a part, and so the most rows that an edit writes. */
const PART_ROWS = 100;

/** Divides a list's rows. A row stays in its part; a new row goes to the last part that has room. */
export const divideRows = (rows: ServerRows, before: readonly Part[]): readonly Part[] => {
  const placed = new Set<string>();
  const parts = before.map((part) => {
    const kept: Record<RowId, ServerRow> = {};
    for (const id of Object.keys(part) as RowId[]) {
      const row = rows[id];
      if (!row) continue;
      kept[id] = row;
      placed.add(id);
    }
    return kept;
  });
  let last = parts.at(-1);
  let room = last ? PART_ROWS - Object.keys(last).length : 0;
  for (const [id, row] of Object.entries<ServerRow>(rows)) {
    if (placed.has(id)) continue;
    if (!last || room <= 0) {
      last = {};
      parts.push(last);
      room = PART_ROWS;
    }
    last[id as RowId] = row;
    room -= 1;
  }
  return parts;
};

export const isSameServerRow = (a: ServerRow | undefined, b: ServerRow | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && hasSameFields(a.row, b.row) && hasSameFields({ ...a, row: b.row }, b));

export const isSamePart = (a: Part, b: Part): boolean => {
  const ids = Object.keys(a) as RowId[];
  return ids.length === Object.keys(b).length && ids.every((id) => isSameServerRow(a[id], b[id]));
};

/** The key of a list's part on disk. */
export const keyOfPart = (listId: string, part: number): string => `${listId}/${part}`;

/** The list and the number of the part with this key. */
export const partOfKey = (key: string): { readonly listId: ListId; readonly part: number } => {
  const slash = key.lastIndexOf('/');
  return { listId: key.slice(0, slash) as ListId, part: Number(key.slice(slash + 1)) };
};
