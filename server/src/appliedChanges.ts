import { sql } from 'kysely';
import { parseIdempotencyKey } from '../../src/contract/ids';
import type { Database } from './database';
import { type Executor, prepare, slot } from './preparedQuery';

/**
 * What makes a write repeatable. For keys of our shape the newest change of a device that was applied to a row is kept as
 * long as the row is: the same change again, or an older one that comes late, is not applied. Other keys are remembered as
 * they are, for a week.
 */
export const makeAppliedChanges = ({ db }: Database, now: () => number) => {
  const newest = prepare<{ change_id: string }>(
    db,
    sql`select change_id from applied_changes
      where user_id = ${slot('user')} and row_uuid = ${slot('row')} and device = ${slot('device')}`,
  );
  const setNewest = prepare(
    db,
    sql`insert into applied_changes (user_id, device, row_uuid, change_id)
      values (${slot('user')}, ${slot('device')}, ${slot('row')}, ${slot('change')})
      on conflict (user_id, row_uuid, device) do update set change_id = excluded.change_id`,
  );
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

  const parse = (key: string, row: string) => {
    const parts = parseIdempotencyKey(key);
    return parts?.row === row ? parts : null;
  };

  return {
    /** True the first time; false when this change, or a newer one of its device, was applied to the row before. */
    isNew: async (trx: Executor, user: number, row: string, key: string | null): Promise<boolean> => {
      if (key === null) return true;
      const parts = parse(key, row);
      if (!parts) return (await seen.first(trx, { user, key, row })) === undefined;
      const applied = await newest.first(trx, { user, row, device: parts.device });
      return applied === undefined || applied.change_id < parts.change;
    },
    remember: async (trx: Executor, user: number, row: string, key: string | null): Promise<void> => {
      if (key === null) return;
      const parts = parse(key, row);
      if (parts) await setNewest.all(trx, { user, row, device: parts.device, change: parts.change });
      else await setSeen.all(trx, { user, row, key, at: now() });
    },
  };
};

export type AppliedChanges = ReturnType<typeof makeAppliedChanges>;
