import type { ErrorEntry } from '../../store/errorsSlice';

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

/** A storage that is not full or broken but closed: private modes, blocked cookies. */
const CLOSED = /^(SecurityError|InvalidStateError|ReferenceError|NotAllowedError)/;

const storageKey = (reason: string): MessageKey => {
  if (reason.startsWith('QuotaExceeded')) return 'storage.full';
  return CLOSED.test(reason) ? 'storage.unavailable' : 'storage.failed';
};

/** The words for an error of the registry; one nobody has words for is unknown. */
export const errorMessageKey = ({ id, reason }: ErrorEntry): MessageKey => {
  if (id === 'storageError') return storageKey(reason);
  return Object.hasOwn(KEYS, id) ? KEYS[id] : 'errors.unknown';
};
