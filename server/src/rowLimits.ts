import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import { refused } from './problems';

/** The most rows that may exist, not counting removed ones. */
export interface RowLimits {
  readonly listsPerUser: number;
  readonly itemsPerList: number;
  readonly itemsPerUser: number;
}

export const ROW_LIMITS: RowLimits = { listsPerUser: 1000, itemsPerList: 20_000, itemsPerUser: 100_000 };

/**
 * A count is reused for at most this share (1/20) of the limit. So several processes exceed the limit only a little.
 */
const SHARE = 20;
const KEPT = 10_000;

/**
 * Keeps a user from filling the disk. Counting the rows at each create would cost as much as there are rows. So the
 * number of creates that surely still fit is cached, for at most a twentieth of the limit. The next count comes when
 * they are used up, which costs some twenty rows per create. Removals meanwhile only leave more room than cached. A row
 * is refused only after a fresh count. Each process counts alone, so each further process may exceed a limit by a
 * twentieth.
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

  /** Reserves places for new rows; false when there are too few. Must be called under the user's lock. */
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
    /** @throws 400 when the user has the most lists allowed */
    forList: async (trx: Executor, user: number): Promise<void> => {
      if (await takePlaces(`lists ${user}`, 1, listsPerUser, () => counts.lists.first(trx, { user }))) return;
      throw refused(`There are ${listsPerUser} lists, and no room for more`);
    },
    /** @throws 400 when the list or the user would have too many items */
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
