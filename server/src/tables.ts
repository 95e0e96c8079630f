import type { Generated } from 'kysely';

/**
 * What the database holds. Times are epoch ms as numbers, flags are 0 or 1, so that both databases store the same values.
 * Every row but `users` is found by its user first: nothing ever needs two users at once.
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

export interface ListTable extends RecordColumns {
  name: string;
  icon: string;
}

export interface ItemTable extends RecordColumns {
  list: string;
  description: string;
  quantity: string;
  done: number;
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

export interface Tables {
  users: UserTable;
  lists: ListTable;
  items: ItemTable;
  events: EventTable;
  seen_keys: SeenKeyTable;
}
