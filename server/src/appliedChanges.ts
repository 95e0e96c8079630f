import { sql } from 'kysely';
import { parseIdempotencyKey } from '../../src/contract/ids';
import type { Database } from './database';
import { type Executor, prepare, slot } from './preparedQuery';

/**
 * Where a write stands among those of its device for its row. `repeated`: it was applied before. `late`: a newer one was applied,
 * and this one never was, so that whoever still waits for its answer may want it done under a newer key.
 */
export type Standing =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'late'; readonly newest: string };

const NEW: Standing = { kind: 'new' };
const REPEATED: Standing = { kind: 'repeated' };

/** Characters of change ids kept for a row and device: thirty and more with names of tabs as ours are. */
const RECENT_LENGTH = 1600;

/**
 * A change older than all that is known may have been applied: as long as nobody can tell, it counts as applied. `recent` ends with
 * a `?` where older ones are unknown, and is cut at its length.
 */
const standingOf = (change: string, { change_id, recent }: { change_id: string; recent: string }): Standing => {
  if (change > change_id) return NEW;
  // An older process beside this one may have written it without the rest.
  if (change === change_id) return REPEATED;
  const known = recent.split(' ');
  if (recent.length >= RECENT_LENGTH) known[known.length - 1] = '?';
  const isUnknown = known.at(-1) === '?' && !known.some((applied) => applied !== '?' && applied < change);
  return isUnknown || known.includes(change) ? REPEATED : { kind: 'late', newest: change_id };
};

/**
 * What makes a write repeatable. For keys of our shape the newest changes of a device that were applied to a row are kept as
 * long as the row is: the same change again, or an older one that comes late, is not applied, and its sender is told which of
 * the two it was. Other keys are remembered as they are, for a week.
 */
export const makeAppliedChanges = ({ db }: Database, now: () => number) => {
  const newest = prepare<{ change_id: string; recent: string }>(
    db,
    sql`select change_id, recent from applied_changes
      where user_id = ${slot('user')} and row_uuid = ${slot('row')} and device = ${slot('device')}`,
  );
  // Where `recent` does not begin with the newest change, an older process beside this one wrote that, and perhaps others before.
  const setNewest = prepare(
    db,
    sql`insert into applied_changes (user_id, device, row_uuid, change_id, recent)
      values (${slot('user')}, ${slot('device')}, ${slot('row')}, ${slot('change')}, ${slot('change')})
      on conflict (user_id, row_uuid, device) do update set change_id = excluded.change_id,
        recent = substr(excluded.recent || ' ' || case
          when applied_changes.recent = '?'
            or substr(applied_changes.recent || ' ', 1, length(applied_changes.change_id) + 1) = applied_changes.change_id || ' '
          then applied_changes.recent else applied_changes.change_id || ' ?' end, 1, ${sql.lit(RECENT_LENGTH)})`,
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
    /** The newest change of the key's device that was applied to the row; null for keys of another shape. */
    newest: async (trx: Executor, user: number, row: string, key: string | null): Promise<string | null> => {
      const parts = key === null ? null : parse(key, row);
      const applied = parts && (await newest.first(trx, { user, row, device: parts.device }));
      return applied?.change_id ?? null;
    },
    standing: async (trx: Executor, user: number, row: string, key: string | null): Promise<Standing> => {
      if (key === null) return NEW;
      const parts = parse(key, row);
      if (!parts) return (await seen.first(trx, { user, key, row })) ? REPEATED : NEW;
      const applied = await newest.first(trx, { user, row, device: parts.device });
      return applied ? standingOf(parts.change, applied) : NEW;
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
