import { sql } from 'kysely';
import type { Database } from './databasePort';
import { insertMany, isOneOf } from './manyRows';
import { type Executor, prepare, slot } from './preparedQuery';
import type { SeenKeyTable } from './tables';

/** A row's write by its keys: its own one first. */
export interface KeyedWrite {
  /** Uuid of the row. */
  readonly row: string;
  readonly keys: readonly string[];
}

const idOf = (key: string, row: string): string => `${row} ${key}`;

/**
 * What makes a write repeatable: the key of each applied write is kept for its row (`purge.ts` says how long). A write bears its own
 * key, and after it the keys of the writes that it stands for: those may still be on their way, and count as applied with it.
 */
export const makeAppliedKeys = (database: Database, now: () => number) => {
  const seen = prepare<{ key: string; row: string }>(
    database.db,
    sql`select key_text as key, target as row from seen_keys
      where user_id = ${slot('user')} and ${isOneOf(database, sql`key_text`, 'keys')}`,
  );
  const columns = ['user_id', 'key_text', 'target', 'seen_at'];
  const insert = insertMany<SeenKeyTable>(database, 'seen_keys', columns, sql`on conflict do nothing`);
  const rowsOf = (user: number, { row, keys }: KeyedWrite): SeenKeyTable[] =>
    keys.map((key) => ({ user_id: user, key_text: key, target: row, seen_at: now() }));
  return {
    remember: (trx: Executor, user: number, write: KeyedWrite): Promise<void> => insert(trx, rowsOf(user, write)),
    /** What is known of the writes of one batch; what is added to it counts for those after, and is kept by `store`. */
    of: async (trx: Executor, user: number, writes: readonly KeyedWrite[]) => {
      const keys = writes.flatMap(({ keys: [own] }) => (own === undefined ? [] : [own]));
      const found = keys.length > 0 ? await seen.all(trx, { user, keys: JSON.stringify(keys) }) : [];
      const applied = new Set(found.map(({ key, row }) => idOf(key, row)));
      const added: SeenKeyTable[] = [];
      return {
        /** Whether the write was applied to its row before: its own key tells, not those it stands for. */
        has: ({ row, keys: [own] }: KeyedWrite): boolean => own !== undefined && applied.has(idOf(own, row)),
        add: (write: KeyedWrite): void => {
          for (const key of write.keys) applied.add(idOf(key, write.row));
          added.push(...rowsOf(user, write));
        },
        store: (): Promise<void> => insert(trx, added),
      };
    },
  };
};

export type AppliedKeys = ReturnType<typeof makeAppliedKeys>;
