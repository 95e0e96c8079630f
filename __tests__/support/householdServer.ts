import { fieldsOf, isoOf, type RecordRow } from '../../server/src/wireRecord';
import { asListId, type RowId } from '../../src/contract/ids';
import { type Collection, makeRow, type Row } from '../../src/contract/records';
import { inPlaceOrder } from '../../src/domain/itemOrder';
import type { ContractServer } from './contractServer';

/** What the database holds of some accounts, read without the server's own queries. */

type Value = string | boolean;

export interface ServerRow {
  readonly uuid: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly row: Row;
}

export interface ServerList extends ServerRow {
  readonly owner: number;
  /** The numbers of the accounts that may see it. */
  readonly members: readonly number[];
  /** When each of them joined, epoch ms. Empty if the list was never shared. */
  readonly joinedAt: ReadonlyMap<number, number>;
  readonly items: readonly ServerRow[];
}

export type ServerLists = ReadonlyMap<string, ServerList>;

/** The living lists with their living items, in their order. */
export const readServer = async (
  { database: { db } }: ContractServer,
  users: readonly number[],
): Promise<ServerLists> => {
  const alive = (table: 'lists' | 'items') =>
    db.selectFrom(table).selectAll().where('user_id', 'in', users).where('deleted_at', 'is', null);
  const lists = await alive('lists').execute();
  const items = await alive('items').execute();
  const seats = await db
    .selectFrom('memberships')
    .selectAll()
    .where('owner_id', 'in', users)
    .where('ended_at', 'is', null)
    .execute();
  const serverRow = (collection: Collection, stored: RecordRow): ServerRow => {
    const { uuid, created_at } = stored;
    const fields: ServerRow['fields'] = fieldsOf(collection, stored);
    const listId = asListId(collection === 'items' ? String(stored.list) : uuid);
    return { uuid, fields, row: makeRow(collection, uuid as RowId, listId, fields, isoOf(created_at)) };
  };
  const inOrder = (rows: readonly ServerRow[]): ServerRow[] => {
    const byId = new Map<string, ServerRow>(rows.map((row) => [row.row.id, row]));
    return inPlaceOrder(rows.map(({ row }) => row)).flatMap(({ id }) => byId.get(id) ?? []);
  };
  const rows = inOrder(lists.map((list) => serverRow('lists', list)));
  return new Map(
    rows.map((list): [string, ServerList] => {
      const owner = lists.find(({ uuid }) => uuid === list.uuid)?.user_id ?? 0;
      const taken = seats.filter((seat) => seat.list === list.uuid && seat.owner_id === owner);
      const joinedAt = new Map(taken.map(({ user_id, joined_at }) => [user_id, joined_at]));
      const own = items.filter((item) => item.list === list.uuid && item.user_id === owner);
      return [
        list.uuid,
        {
          ...list,
          owner,
          members: joinedAt.size ? [...joinedAt.keys()] : [owner],
          joinedAt,
          items: inOrder(own.map((item) => serverRow('items', item))),
        },
      ];
    }),
  );
};

/** The values that a row's fields have ever had on the server, by `uuid/field`. */
export const readHistory = async ({ database: { db } }: ContractServer, users: readonly number[]) => {
  const events = await db
    .selectFrom('events')
    .select(['name', 'data'])
    .where('user_id', 'in', users)
    .orderBy('id')
    .execute();
  const values = new Map<string, Set<unknown>>();
  for (const { name, data } of events) {
    const record = JSON.parse(data) as Readonly<Record<string, unknown>>;
    if (name.endsWith('delete')) continue;
    for (const [field, value] of Object.entries(record)) {
      const at = `${String(record.uuid)}/${field}`;
      values.set(at, (values.get(at) ?? new Set()).add(value));
    }
  }
  return values;
};

export type History = Awaited<ReturnType<typeof readHistory>>;

interface Told {
  readonly id: number;
  readonly uuid?: unknown;
  readonly list?: unknown;
  readonly updatedAt?: unknown;
}

/** What an account heard of lists that it was not in at that moment, and whether any time went back. */
export const heardUnduly = async ({ database: { db } }: ContractServer, user: number) => {
  const events = (
    await db.selectFrom('events').select(['id', 'data']).where('user_id', '=', user).orderBy('id').execute()
  ).map(({ id, data }): Told => ({ ...(JSON.parse(data) as Told), id: Number(id) }));
  const own = await db.selectFrom('lists').select('uuid').where('user_id', '=', user).execute();
  const seats = await db.selectFrom('memberships').select(['list', 'ended_at']).where('user_id', '=', user).execute();
  const until = new Map<string, number>([
    ...own.map(({ uuid }) => [uuid, Number.POSITIVE_INFINITY] as const),
    ...seats.map(({ list, ended_at }) => [list, ended_at ?? Number.POSITIVE_INFINITY] as const),
  ]);
  const times = events.flatMap(({ updatedAt }) => (typeof updatedAt === 'string' ? [updatedAt] : []));
  return {
    heard: events.filter(({ id, list, uuid }) => id > (until.get(String(list ?? uuid)) ?? 0)),
    isInOrder: times.every((time, at) => time >= (times[at - 1] ?? '')),
  };
};
