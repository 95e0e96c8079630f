import { asUserId, type UserId } from './ids';
import { isObject } from './records';

/** A message from a page to the service worker. */
export type WorkerMessage =
  /** This user has unsent changes. The worker must send them if no page can. */
  | { readonly kind: 'unsent'; readonly userId: UserId }
  /** The person accepted the new version. */
  | { readonly kind: 'skipWaiting' };

/** Reads a received message; null for anything else. */
export const parseWorkerMessage = (value: unknown): WorkerMessage | null => {
  if (!isObject(value)) return null;
  if (value.kind === 'skipWaiting') return { kind: 'skipWaiting' };
  if (value.kind === 'unsent' && typeof value.userId === 'string')
    return { kind: 'unsent', userId: asUserId(value.userId) };
  return null;
};
