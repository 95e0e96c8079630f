import type { Outcome } from './outcomes';
import { isObject } from './records';

/** What a provider offers beyond the common table. Any answer but a good one means: nothing. */
export interface Capabilities {
  readonly registration: boolean;
  readonly idempotency: boolean;
  readonly cascade: boolean;
  /** Removed lists can be brought back (`removedLists.ts`). */
  readonly restore: boolean;
  /** Items keep the place that somebody moved them to (`orderKey.ts`). */
  readonly order: boolean;
  /** Lists can be shared between accounts: members, invitations, joining by a link. */
  readonly sharing: boolean;
  /** The account can be kept: its password, its sessions. */
  readonly account: boolean;
  /** A link to set a new password can be mailed. */
  readonly passwordReset: boolean;
  /** There is an account to look around in: `POST /auth/demo` signs in without a password. */
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

export const parseCapabilities = (body: unknown): Capabilities =>
  isObject(body)
    ? {
        registration: body.registration === true,
        idempotency: body.idempotency === true,
        cascade: body.cascade === true,
        restore: body.restore === true,
        order: body.order === true,
        sharing: body.sharing === true,
        account: body.account === true,
        passwordReset: body.passwordReset === true,
        demo: body.demo === true,
      }
    : NO_CAPABILITIES;

/** The question, and what an answer to it says: a refusal is an answer too, and offers nothing. Null when nothing was said. */
export const CAPABILITIES_REQUEST = { method: 'GET', path: '/capabilities' } as const;

export const offeredBy = (outcome: Outcome): Capabilities | null => {
  if (outcome.kind === 'retry') return null;
  return outcome.kind === 'ok' ? parseCapabilities(outcome.body) : NO_CAPABILITIES;
};
