import type { ErrorEntry } from '../../store/errorsSlice';

const KEYS = {
  noConnectionError: 'errors.offline',
  syncManagerPullError: 'errors.pull',
  syncManagerPushError: 'errors.push',
} as const;

type MessageKey = (typeof KEYS)[keyof typeof KEYS] | 'storage.full' | 'storage.failed' | 'errors.unknown';

/** The words for an error of the registry; one nobody has words for is unknown. */
export const errorMessageKey = ({ id, reason }: ErrorEntry): MessageKey => {
  if (id === 'storageError') return reason.startsWith('QuotaExceeded') ? 'storage.full' : 'storage.failed';
  return Object.hasOwn(KEYS, id) ? KEYS[id] : 'errors.unknown';
};
