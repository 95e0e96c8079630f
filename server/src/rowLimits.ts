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

  /** Takes the places of new rows, or answers false when there are too few. Called under the lock of the user. */
  const takePlaces = async (
    key: string,
    wanted: number,
    most: number,
    count: () => Promise<{ count: number } | undefined>,
  ) => {
    let fits = fitting.get(key) ?? 0;
    if (fits < wanted) {
      const room = most - ((await count())?.count ?? 0);
      if (room < wanted) return false;
      fits = Math.min(room, Math.max(wanted, Math.ceil(most / SHARE)));
    }
    if (fitting.size >= KEPT) fitting.clear();
    fitting.set(key, fits - wanted);
    return true;
  };

  return {
    /** @throws 400 when the user has as many lists as may be */
    forList: async (trx: Executor, user: number): Promise<void> => {
      if (await takePlaces(`lists ${user}`, 1, listsPerUser, () => counts.lists.first(trx, { user }))) return;
      throw refused(`There are ${listsPerUser} lists, and no room for more`);
    },
    /** @throws 400 when the list, or the user, would have more items than may be */
    forItems: async (trx: Executor, user: number, list: string, wanted: number): Promise<void> => {
      const isFree = await takePlaces(`list ${user} ${list}`, wanted, itemsPerList, () =>
        counts.itemsOf.first(trx, { user, list }),
      );
      if (!isFree) {
        const many = `${wanted} items do not fit: a list may have ${itemsPerList}`;
        throw refused(wanted > 1 ? many : `The list has ${itemsPerList} items, and no room for more`);
      }
      if (await takePlaces(`items ${user}`, wanted, itemsPerUser, () => counts.items.first(trx, { user }))) return;
      const many = `${wanted} items do not fit: all lists together may have ${itemsPerUser}`;
      throw refused(wanted > 1 ? many : `All lists together have ${itemsPerUser} items, and no room for more`);
    },
  };
};

export type MakeRoom = ReturnType<typeof makeRowLimits>;
