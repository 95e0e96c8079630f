import { asUserId, type UserId } from './ids';
import { isObject } from './records';

/** What a page tells the service worker. */
export type WorkerMessage =
  /** This user's log is not empty: see to it when no page can. */
  | { readonly kind: 'unsent'; readonly userId: UserId }
  /** The person took the offer of a new version. */
  | { readonly kind: 'skipWaiting' };

/** A message as it came in; null for anything that is not one of ours. */
export const parseWorkerMessage = (value: unknown): WorkerMessage | null => {
  if (!isObject(value)) return null;
  if (value.kind === 'skipWaiting') return { kind: 'skipWaiting' };
  if (value.kind === 'unsent' && typeof value.userId === 'string')
    return { kind: 'unsent', userId: asUserId(value.userId) };
  return null;
};
