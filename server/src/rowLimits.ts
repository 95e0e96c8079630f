import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import { refused } from './problems';

/** How many rows may be there, removed ones not counted. */
export interface RowLimits {
  readonly listsPerUser: number;
  readonly itemsPerList: number;
  readonly itemsPerUser: number;
}

export const ROW_LIMITS: RowLimits = { listsPerUser: 1000, itemsPerList: 20_000, itemsPerUser: 100_000 };

/** A count holds for at most this share of the limit, so that processes that do not know of each other pass it by little. */
const SHARE = 20;
const KEPT = 10_000;

/**
 * Keeps a user from filling the disk. To count the rows at each create would cost as much as there are rows. So a count is kept as the number of
 * creates that surely still fit, and the next count comes when these are used up: at most each twentieth of the limit, which is some twenty rows
 * looked at for each create. Rows that are removed meanwhile only leave more room than is known. A row is refused on a fresh count alone.
 * Each process counts for itself: of several on one database, each but one may pass a limit by a twentieth.
 */
export const makeRowLimits = (
  { db }: Database,
  { listsPerUser, itemsPerList, itemsPerUser }: RowLimits = ROW_LIMITS,
) => {
  const mine = sql`user_id = ${slot('user')} and deleted_at is null`;
  const counts = {
    lists: prepare<{ count: number }>(db, sql`select count(*) as count from lists where ${mine}`),
    items: prepare<{ count: number }>(db, sql`select count(*) as count from items where ${mine}`),
    itemsOf: prepare<{ count: number }>(
      db,
      sql`select count(*) as count from items where ${mine} and list = ${slot('list')}`,
    ),
  };
  const fitting = new Map<string, number>();

  /** Takes the place of one row, or answers false when there is none. Called under the lock of the user. */
  const takePlace = async (key: string, most: number, count: () => Promise<{ count: number } | undefined>) => {
    let fits = fitting.get(key) ?? 0;
    if (fits === 0) {
      const room = most - ((await count())?.count ?? 0);
      if (room <= 0) return false;
      fits = Math.min(room, Math.ceil(most / SHARE));
    }
    if (fitting.size >= KEPT) fitting.clear();
    fitting.set(key, fits - 1);
    return true;
  };

  return {
    /** @throws 400 when the user has as many lists as may be */
    forList: async (trx: Executor, user: number): Promise<void> => {
      if (await takePlace(`lists ${user}`, listsPerUser, () => counts.lists.first(trx, { user }))) return;
      throw refused(`There are ${listsPerUser} lists, and no room for more`);
    },
    /** @throws 400 when the list, or the user, has as many items as may be */
    forItem: async (trx: Executor, user: number, list: string): Promise<void> => {
      const isFree = await takePlace(`list ${user} ${list}`, itemsPerList, () =>
        counts.itemsOf.first(trx, { user, list }),
      );
      if (!isFree) throw refused(`The list has ${itemsPerList} items, and no room for more`);
      if (await takePlace(`items ${user}`, itemsPerUser, () => counts.items.first(trx, { user }))) return;
      throw refused(`All lists together have ${itemsPerUser} items, and no room for more`);
    },
  };
};
