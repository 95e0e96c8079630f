import { sql } from 'kysely';
import type { Database } from './databasePort';
import { insertMany, isOneOf } from './manyRows';
import { type Executor, prepare, slot } from './preparedQuery';
import type { AppliedKeyTable } from './tables';

/** A write of one row with its idempotency keys, its own key first. */
interface KeyedWrite {
  /** The uuid of the row. */
  readonly row: string;
  readonly keys: readonly string[];
}

const idOf = (key: string, row: string): string => `${row} ${key}`;

/**
 * Makes writes repeatable: stores the keys of each applied write with its row (`purge.ts` says for how long). A write
 * has its own key, followed by the keys of earlier writes that it replaces. Those may still arrive, and count as
 * applied too.
 */
export const makeAppliedKeys = (database: Database, now: () => number) => {
  const seen = prepare<{ key: string; row: string }>(
    database.db,
    sql`select key_text as key, target as row from seen_keys
      where user_id = ${slot('user')} and ${isOneOf(database, sql`key_text`, 'keys')}`,
  );
  const columns = ['user_id', 'key_text', 'target', 'seen_at'];
  const insert = insertMany<AppliedKeyTable>(database, 'seen_keys', columns, sql`on conflict do nothing`);
  const rowsOf = (user: number, { row, keys }: KeyedWrite): AppliedKeyTable[] =>
    keys.map((key) => ({ user_id: user, key_text: key, target: row, seen_at: now() }));
  return {
    remember: (trx: Executor, user: number, write: KeyedWrite): Promise<void> => insert(trx, rowsOf(user, write)),
    /**
     * Reads which writes of a batch were applied before. Keys added to the result count for later writes of the batch;
     * `store` saves them.
     */
    of: async (trx: Executor, user: number, writes: readonly KeyedWrite[]) => {
      const keys = writes.flatMap(({ keys: [own] }) => (own === undefined ? [] : [own]));
      const found = keys.length > 0 ? await seen.all(trx, { user, keys: JSON.stringify(keys) }) : [];
      const applied = new Set(found.map(({ key, row }) => idOf(key, row)));
      const added: AppliedKeyTable[] = [];
      return {
        /** Whether the write was applied before, judged by its own key only. */
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
