import { expect, test } from '@jest/globals';
import { type SyncFacts, statusOf } from '../../../src/features/status/statusOf';

const well: SyncFacts = { isOnline: true, firstError: null, unsent: 0, hasPulled: true, isSlow: false };

test.each<[string, Partial<SyncFacts>, ReturnType<typeof statusOf>]>([
  ['everything is on the server', {}, { tone: 'quiet', key: 'sync.saved', isError: false }],
  ['a change waits', { unsent: 1 }, { tone: 'quiet', key: 'sync.waiting', isError: false }],
  ['nothing was ever read: no promise is made', { hasPulled: false }, { tone: 'quiet', key: null, isError: false }],
  ['a round takes long', { isSlow: true, unsent: 2 }, { tone: 'quiet', key: 'sync.syncing', isError: false }],
  [
    'offline with nothing to send',
    { isOnline: false, firstError: 'noConnectionError' },
    { tone: 'offline', key: 'sync.offline', isError: false },
  ],
  [
    'offline with changes',
    { isOnline: false, firstError: 'noConnectionError', unsent: 3 },
    { tone: 'offline', key: 'sync.pending', isError: false },
  ],
  ['the server fails', { firstError: 'syncManagerPushError' }, { tone: 'error', key: 'sync.error', isError: true }],
  [
    'this device cannot write, whatever the server says',
    { firstError: 'storageError', isSlow: true },
    { tone: 'error', key: 'storage.unsaved', isError: true },
  ],
])('%s', (_what, facts, status) => {
  expect(statusOf({ ...well, ...facts })).toEqual(status);
});
