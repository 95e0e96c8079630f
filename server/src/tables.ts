import type { Generated } from 'kysely';
import type { ItemFields, ListFields } from '../../src/contract/fields';

/**
 * The tables. Times are epoch ms as numbers and flags are 0 or 1, so both databases store the same values. A row of
 * `lists` and `items` belongs to the list's owner; `memberships` says who else sees it (`listAccess.ts`).
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
  /** A token contains the version at its issue. A new password increments it, which revokes older tokens. */
  token_version: number;
  /** The user's clock: the newest `updatedAt` and event id given out. All writes of the user lock this row. */
  clock: number;
  /** The name that other members of shared lists see; null until it is set. */
  name: string | null;
  /** 1 once the user has been in a shared list, and never reset. Writes of users with 0 need not look for members. */
  shares: number;
}

interface RecordColumns {
  user_id: number;
  uuid: string;
  document_id: string;
  /** From the user's clock, so it is unique per user. It is also the record's `id` in the API. */
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

/** Fields as columns; a flag is 0 or 1. A new field needs a migration that adds its column. */
export type Columns<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] extends boolean ? number : string };

interface ListTable extends RecordColumns, Columns<ListFields> {}

interface ItemTable extends RecordColumns, Columns<ItemFields> {
  list: string;
}

export interface EventTable {
  user_id: number;
  /** From the user's clock, so it also gives the time in ms. */
  id: number;
  name: string;
  /** The `X-Session-Id` of the writer, who does not get its own events back. */
  session: string | null;
  /** The whole record as JSON. */
  data: string;
}

/** The idempotency keys of applied writes of a row. The table is called `seen_keys` since the first release. */
export interface AppliedKeyTable {
  user_id: number;
  key_text: string;
  target: string;
  seen_at: number;
}

/**
 * One person in one shared list. A list that was never shared has no rows here: only its owner sees it. An ended
 * membership is that person's tombstone of the list.
 */
interface MembershipTable {
  user_id: number;
  /** The uuid of the list. A person sees at most one list with a uuid. */
  list: string;
  /** The owner of the list and its items; equal to `user_id` for the owner. */
  owner_id: number;
  /** A random id by which other members refer to this membership. */
  id: string;
  document_id: string;
  /** The list's `created_at`, needed for a tombstone together with the ids. */
  list_created_at: number;
  /** From the clocks of all members. This person gets no row of the list with an older `updatedAt`. */
  joined_at: number;
  /** When the list's `role` or `members` last changed for this person. Its record is sent with no older `updatedAt`. */
  told_at: number;
  ended_at: number | null;
}

export interface InviteTable {
  id: string;
  owner_id: number;
  list: string;
  /** The SHA-256 of the code in hexadecimal; the code itself is not stored. */
  code_hash: string;
  created_at: number;
  expires_at: number;
  /** How many people have joined by it. */
  accepted: number;
}

/** The content of a removed list, while it can be restored. */
interface RemovedListTable extends Columns<ListFields> {
  /** Its owner. */
  user_id: number;
  document_id: string;
  uuid: string;
  created_at: number;
  removed_at: number;
  items_count: number;
  /** `KeptRow`s as JSON. */
  items: string;
}

/** A session that was used or ended. A session without a row is valid as long as its token is. */
interface SessionTable {
  /** A random id that the session's tokens contain. */
  id: string;
  user_id: number;
  /** Written at most once an hour. */
  seen_at: number;
  /** The `token_version` at which this session was kept while all others of the user ended, else -1. */
  good_at: number;
  /** 0 after a sign-out; else a moment, perhaps in the future. */
  ended_at: number | null;
}

/** The open reset link of a user; there is at most one. */
interface PasswordResetTable {
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
  seen_keys: AppliedKeyTable;
  memberships: MembershipTable;
  invites: InviteTable;
  removed_lists: RemovedListTable;
  sessions: SessionTable;
  password_resets: PasswordResetTable;
}
