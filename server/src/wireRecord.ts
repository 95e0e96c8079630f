import { emptyFields, type FieldsOf } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import type { Columns } from './tables';

type FieldValue = string | boolean;
export type Fields = Readonly<Record<string, FieldValue>>;

type Stored = Readonly<Record<string, string | number | null | undefined>>;

/** A row of `lists` or `items`; the columns of its fields are accessed by name. */
export interface RecordRow {
  readonly uuid: string;
  readonly document_id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
  readonly list?: string;
  readonly [field: string]: string | number | null | undefined;
}

/** A row as one person sees it, with the `updated_at` for that person (`listAccess.ts`). */
export interface SeenRow extends RecordRow {
  /** The owner of the row's list. */
  readonly owner_id: number;
}

export const fieldNames = (collection: Collection): readonly string[] => Object.keys(emptyFields[collection]);

/** A time in the format of the API. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The fields of a stored row, with flags as booleans. */
export const fieldsOf = <Name extends Collection>(collection: Name, row: Stored): FieldsOf<Name> =>
  Object.fromEntries(
    Object.entries(emptyFields[collection]).map(([name, empty]) => {
      const stored = row[name];
      return [name, typeof empty === 'boolean' ? stored === 1 : String(stored ?? empty)];
    }),
    // The same keys, each with a value of its own type.
  ) as FieldsOf<Name>;

/** Fields as columns: flags become 0 or 1. */
export const columnsOf = <Some extends Fields>(fields: Some): Columns<Some> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
    // The same keys, each with a value of its column's type.
  ) as Columns<Some>;

const standingOf = ({ is_owner, members, deleted_at }: RecordRow) =>
  deleted_at === null && { role: is_owner === 0 ? 'member' : 'owner', members: members ?? 1 };

/** The record as JSON for the API; answers and events use the same text. A list's record contains the reader's role. */
export const recordText = (collection: Collection, row: RecordRow): string =>
  JSON.stringify({
    id: row.created_at,
    documentId: row.document_id,
    uuid: row.uuid,
    ...(collection === 'items' && { list: row.list }),
    ...fieldsOf(collection, row),
    ...(collection === 'lists' && standingOf(row)),
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    deletedAt: row.deleted_at === null ? null : isoOf(row.deleted_at),
  });

/** A tombstone keeps ids and times, but nothing that a person wrote. */
export const tombstoneOf = <Row extends RecordRow>(collection: Collection, row: Row, moment: number): Row => ({
  ...row,
  ...columnsOf(emptyFields[collection]),
  updated_at: moment,
  deleted_at: moment,
});
