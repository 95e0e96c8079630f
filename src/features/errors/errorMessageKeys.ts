import type { ErrorEntry } from '../../store/state/errorsSlice';
import { isStorageClosed } from '../isStorageClosed';

const KEYS = {
  noConnectionError: 'errors.offline',
  syncManagerPullError: 'errors.pull',
  syncManagerPushError: 'errors.push',
} as const;

type MessageKey =
  | (typeof KEYS)[keyof typeof KEYS]
  | 'storage.full'
  | 'storage.failed'
  | 'storage.unavailable'
  | 'errors.unknown';

const storageKey = (reason: string): MessageKey => {
  if (reason.startsWith('QuotaExceeded')) return 'storage.full';
  return isStorageClosed(reason) ? 'storage.unavailable' : 'storage.failed';
};

/** The text for an error. An error without a text of its own is shown as unknown. */
export const errorMessageKey = ({ id, reason }: ErrorEntry): MessageKey => {
  if (id === 'storageError') return storageKey(reason);
  return Object.hasOwn(KEYS, id) ? KEYS[id] : 'errors.unknown';
};
