import type { Outcome } from './outcomes';
import { isObject } from './records';

/** What a provider offers beyond the basic API. */
export interface Capabilities {
  readonly registration: boolean;
  readonly idempotency: boolean;
  readonly cascade: boolean;
  /** Removed lists can be brought back (`removedLists.ts`). */
  readonly restore: boolean;
  /** The provider stores the place of items that were moved by hand (`orderKey.ts`). */
  readonly order: boolean;
  /** Lists can be shared between accounts: members, invitations, joining by a link. */
  readonly sharing: boolean;
  /** The person can change the password, end sessions, export the data and delete the account. */
  readonly account: boolean;
  /** A link to set a new password can be mailed. */
  readonly passwordReset: boolean;
  /** There is a demo account: `POST /auth/demo` signs in without a password. */
  readonly demo: boolean;
}

export const NO_CAPABILITIES: Capabilities = {
  registration: false,
  idempotency: false,
  cascade: false,
  restore: false,
  order: false,
  sharing: false,
  account: false,
  passwordReset: false,
  demo: false,
};

const names = Object.keys(NO_CAPABILITIES) as (keyof Capabilities)[];

export const parseCapabilities = (body: unknown): Capabilities =>
  isObject(body)
    ? // Every name is a key of `NO_CAPABILITIES`.
      (Object.fromEntries(names.map((name) => [name, body[name] === true])) as Record<keyof Capabilities, boolean>)
    : NO_CAPABILITIES;

export const CAPABILITIES_REQUEST = { method: 'GET', path: '/capabilities' } as const;

/** What the outcome of the request means. A provider that refuses it offers nothing. Null if the request failed. */
export const offeredBy = (outcome: Outcome): Capabilities | null => {
  if (outcome.kind === 'retry') return null;
  return outcome.kind === 'ok' ? parseCapabilities(outcome.body) : NO_CAPABILITIES;
};
