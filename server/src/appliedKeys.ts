import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';

/**
 * What makes a write repeatable: the key of each applied write is kept for its row (`purge.ts` says how long). A write bears its own
 * key, and after it the keys of the writes that it stands for: those may still be on their way, and count as applied with it.
 */
export const makeAppliedKeys = ({ db }: Database, now: () => number) => {
  const seen = prepare<{ seen_at: number }>(
    db,
    sql`select seen_at from seen_keys
      where user_id = ${slot('user')} and key_text = ${slot('key')} and target = ${slot('row')}`,
  );
  const setSeen = prepare(
    db,
    sql`insert into seen_keys (user_id, key_text, target, seen_at)
      values (${slot('user')}, ${slot('key')}, ${slot('row')}, ${slot('at')}) on conflict do nothing`,
  );
  return {
    /** Whether the write was applied to the row before: its own key tells, not those it stands for. */
    has: async (trx: Executor, user: number, row: string, [key]: readonly string[]): Promise<boolean> =>
      key !== undefined && (await seen.first(trx, { user, key, row })) !== undefined,
    remember: async (trx: Executor, user: number, row: string, keys: readonly string[]): Promise<void> => {
      for (const key of keys) await setSeen.all(trx, { user, key, row, at: now() });
    },
  };
};

export type AppliedKeys = ReturnType<typeof makeAppliedKeys>;
