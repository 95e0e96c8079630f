import { sql } from 'kysely';
import type { Collection } from '../../src/contract/records';
import { inChunks } from './inChunks';
import type { Executor } from './preparedQuery';

/** A place in a shared list, taken or left. */
export interface Seat {
  readonly owner: number;
  readonly list: string;
  readonly user: number;
}

/** Which rows a write is about, by either of their ids; for the items of a list, the list. */
export interface Targets {
  readonly collection: Collection;
  readonly documents: readonly string[];
  readonly uuids: readonly string[];
}

const seatsWhere = async (trx: Executor, where: ReturnType<typeof sql>): Promise<Seat[]> => {
  const found = await sql<Seat>`select owner_id as owner, list, user_id as "user" from memberships
    where ended_at is null and ${where}`.execute(trx);
  return found.rows;
};

/** Everybody in one list; nobody for a list that was never shared. */
export const seatsOfList = (trx: Executor, owner: number, list: string): Promise<Seat[]> =>
  seatsWhere(trx, sql`owner_id = ${owner} and list = ${list}`);

/** Everybody in any shared list of the user. */
export const seatsBesideUser = (trx: Executor, user: number): Promise<Seat[]> =>
  seatsWhere(
    trx,
    sql`(owner_id, list) in (select owner_id, list from memberships where user_id = ${user} and ended_at is null)`,
  );

const LISTS_OF_ROWS = {
  lists: sql`select r.user_id, r.uuid from lists r`,
  items: sql`select r.user_id, r.list from items r`,
} as const;
const ROWS_OF_MEMBERSHIP = {
  lists: sql`join lists r on r.user_id = w.owner_id and r.uuid = w.list`,
  items: sql`join items r on r.user_id = w.owner_id and r.list = w.list`,
} as const;

/** Everybody in the shared lists that the rows belong to, as far as the user is in them too. */
export const seatsOfRows = async (
  trx: Executor,
  user: number,
  { collection, documents, uuids }: Targets,
): Promise<Seat[]> => {
  const seats: Seat[] = [];
  for (const chunk of inChunks(documents)) {
    const lists = sql`${LISTS_OF_ROWS[collection]} where r.document_id in (${sql.join(chunk)})`;
    seats.push(...(await seatsWhere(trx, sql`(owner_id, list) in (${lists})`)));
  }
  for (const chunk of inChunks(uuids)) {
    const lists = sql`select w.owner_id, w.list from memberships w ${ROWS_OF_MEMBERSHIP[collection]}
      where w.user_id = ${user} and w.ended_at is null and r.uuid in (${sql.join(chunk)})`;
    seats.push(...(await seatsWhere(trx, sql`(owner_id, list) in (${lists})`)));
  }
  // Naming a stranger's row must not make that stranger's writes wait.
  const mine = new Set(seats.filter((seat) => seat.user === user).map(({ owner, list }) => `${owner} ${list}`));
  return seats.filter(({ owner, list }) => mine.has(`${owner} ${list}`));
};
