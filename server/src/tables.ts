import type { Generated } from 'kysely';
import type { ItemFields, ListFields } from '../../src/contract/fields';

/**
 * What the database holds. Times are epoch ms as numbers, flags are 0 or 1, so that both databases store the same values.
 * A row of `lists` and `items` lies with the list's owner; `memberships` says who else sees it (`listAccess.ts`).
 */
export interface UserTable {
  id: Generated<number>;
  document_id: string;
  username: string;
  /** Always lower case. */
  email: string;
  password_hash: string;
  created_at: number;
  updated_at: number;
  blocked: number;
  /** A token carries the version it was issued at; a new password counts it up, which revokes the older ones. */
  token_version: number;
  /** The user's clock: the newest `updatedAt` and event id given out. Its row is the lock all writes of the user take. */
  clock: number;
  /** What other members of a shared list see of the person; null until it is told. */
  name: string | null;
  /** 1 once the user has ever been in a shared list: the writes of all others need to look at nobody else. Never set back. */
  shares: number;
}

interface RecordColumns {
  user_id: number;
  uuid: string;
  document_id: string;
  /** Taken from the user's clock, hence unique within the user: it doubles as the record's `id` on the wire. */
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

/** Fields as columns: a flag is 0 or 1. A new field needs a migration that makes its column. */
type Columns<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] extends boolean ? number : string };

export interface ListTable extends RecordColumns, Columns<ListFields> {}

export interface ItemTable extends RecordColumns, Columns<ItemFields> {
  list: string;
}

export interface EventTable {
  user_id: number;
  /** From the user's clock, so it is also the event's time in ms. */
  id: number;
  name: string;
  /** The `X-Session-Id` that wrote it; it does not get its own events back. */
  session: string | null;
  /** The whole record as JSON. */
  data: string;
}

/** The idempotency keys of a row's writes: seen once means applied. */
export interface SeenKeyTable {
  user_id: number;
  key_text: string;
  target: string;
  seen_at: number;
}

/**
 * One person in one shared list. A list that was never shared has none: its owner alone sees it. An ended membership is that
 * person's tombstone of the list.
 */
export interface MembershipTable {
  user_id: number;
  /** The uuid of the list. A person sees one list of a uuid at most. */
  list: string;
  /** Whose rows the list and its items are; the same as `user_id` for the owner. */
  owner_id: number;
  /** Random; what other members call this membership by. */
  id: string;
  document_id: string;
  /** The list's `created_at`: with the other ids, all that a tombstone tells. */
  list_created_at: number;
  /** From the clocks of all members. No row of the list is told to this person with an older `updatedAt`. */
  joined_at: number;
  /** When the list's `role` or `members` changed last for this person: its record is told with no older `updatedAt`. */
  told_at: number;
  ended_at: number | null;
}

export interface InviteTable {
  id: string;
  owner_id: number;
  list: string;
  /** SHA-256 of the code, in hexadecimal: the code itself is told once and not kept. */
  code_hash: string;
  created_at: number;
  expires_at: number;
  /** How many joined by it. */
  accepted: number;
}

/** What a removed list held, for as long as it can be brought back. */
export interface RemovedListTable {
  /** Its owner. */
  user_id: number;
  document_id: string;
  uuid: string;
  created_at: number;
  removed_at: number;
  name: string;
  icon: string;
  items_count: number;
  /** `KeptRow`s as JSON. */
  items: string;
}

/** A session that was seen or ended; one that has no row is as good as its token. */
export interface SessionTable {
  /** Random; what the session's tokens name it by. */
  id: string;
  user_id: number;
  /** Written once an hour at most. */
  seen_at: number;
  /** The `token_version` at which this session was spared when all others of the user ended, else -1. */
  good_at: number;
  /** May lie a moment ahead. */
  ended_at: number | null;
}

/** The one open link of a user to set a new password. */
export interface PasswordResetTable {
  user_id: number;
  /** SHA-256 of the code, in hexadecimal. */
  code_hash: string;
  created_at: number;
  expires_at: number;
}

export interface Tables {
  users: UserTable;
  lists: ListTable;
  items: ItemTable;
  events: EventTable;
  seen_keys: SeenKeyTable;
  memberships: MembershipTable;
  invites: InviteTable;
  removed_lists: RemovedListTable;
  sessions: SessionTable;
  password_resets: PasswordResetTable;
}
