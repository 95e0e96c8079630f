import { type RawBuilder, sql } from 'kysely';
import { emptyFields } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import { slot } from './preparedQuery';
import { columnsOf, fieldNames } from './wireRecord';

/**
 * The only place that decides which rows a person sees, and so may write. They are
 * 1. the lists they own that nobody else was ever in, with their items;
 * 2. the lists that they are a member of now, own ones too, with their items;
 * 3. for readers only: a tombstone of each list they left or were removed from.
 * A member gets a row with the later of its own `updated_at` and the time they joined. For a list it is the time its
 * `role` or `members` last changed. So a pull from a cursor is complete for somebody who joined after the rows were
 * written.
 */

const user = sql`${slot('user')}`;
const isActive = sql`m.user_id = ${user} and m.ended_at is null`;

const TOLD_AT = { lists: sql`m.told_at`, items: sql`m.joined_at` } as const;
const LIST_OF = { lists: sql`r.uuid`, items: sql`r.list` } as const;

/** Conditions on the stored row `r`; for a shared row the membership `m` is available too. */
interface SeenWhere {
  readonly own: RawBuilder<unknown>;
  readonly shared: RawBuilder<unknown>;
  /** A condition on an ended membership `m`. Without it there are no tombstones of left lists. */
  readonly left?: RawBuilder<unknown>;
  /** Set when the conditions name document ids. Otherwise SQLite would scan all rows of the user. */
  readonly isByDocument?: boolean;
}

const columns = (collection: Collection, updatedAt: RawBuilder<unknown>) => {
  const fields = [...(collection === 'items' ? ['list'] : []), ...fieldNames(collection)];
  return sql`r.user_id as owner_id, r.uuid, r.document_id, r.created_at, ${updatedAt} as updated_at, r.deleted_at,
    ${sql.join(fields.map((name) => sql.ref(`r.${name}`)))}`;
};

const standing = (collection: Collection, isOwner: RawBuilder<unknown>, members: RawBuilder<unknown>) =>
  collection === 'lists' ? sql`, ${isOwner} as is_owner, ${members} as members` : sql``;

const MEMBERS = sql`(select count(*) from memberships o
  where o.owner_id = m.owner_id and o.list = m.list and o.ended_at is null)`;

/** An ended membership as a list row: ids and times only, without a person's text. */
const leftLists = (where: RawBuilder<unknown>) => sql`
  select m.owner_id, m.list as uuid, m.document_id, m.list_created_at as created_at, m.ended_at as updated_at,
    m.ended_at as deleted_at, ${sql.join(Object.values(columnsOf(emptyFields.lists)).map((value) => sql.lit(value)))}, 0, 0
  from memberships m where m.user_id = ${user} and m.ended_at is not null and ${where}`;

/** The rows that the user in the slot `user` sees and that match the conditions, by creation time. */
export const seenRows = (
  collection: Collection,
  { own, shared, left, isByDocument = false }: SeenWhere,
): RawBuilder<unknown> => {
  const table = sql.table(collection);
  const toldAt = TOLD_AT[collection];
  // The plus sign keeps SQLite from using this index, so it uses the index of document ids.
  const rowOwner = isByDocument ? sql`+r.user_id` : sql`r.user_id`;
  const later = sql`case when ${toldAt} > r.updated_at then ${toldAt} else r.updated_at end`;
  return sql`
    select ${columns(collection, sql`r.updated_at`)} ${standing(collection, sql.lit(1), sql.lit(1))}
    from ${table} r
    where ${rowOwner} = ${user} and ${own} and ${LIST_OF[collection]} not in (
      select m.list from memberships m where ${isActive} and m.owner_id = ${user})
    union all
    select ${columns(collection, later)}
      ${standing(collection, sql`case when m.owner_id = m.user_id then 1 else 0 end`, MEMBERS)}
    from memberships m join ${table} r on r.user_id = m.owner_id and ${LIST_OF[collection]} = m.list
    where ${isActive} and ${shared}
    ${collection === 'lists' && left ? sql`union all ${leftLists(left)}` : sql``}
    order by created_at, uuid`;
};

/** The reader's rows since the time in the slot `since`. */
export const seenSince = (collection: Collection): RawBuilder<unknown> => {
  const since = sql`cast(${slot('since')} as bigint)`;
  const own = sql`r.updated_at >= ${since}`;
  // For items, one range of the index: the whole list if the person joined since then, else only its changes.
  const shared =
    collection === 'lists'
      ? sql`(m.told_at >= ${since} or r.updated_at >= ${since})`
      : sql`r.updated_at >= case when m.joined_at >= ${since} then 0 else ${since} end`;
  return seenRows(collection, { own, shared, left: sql`m.ended_at >= ${since}` });
};
