import { expect, test } from '@jest/globals';
import { type SyncFacts, statusOf } from '../../../src/features/status/statusOf';

const well: SyncFacts = {
  isGuest: false,
  isOnline: true,
  storage: 'well',
  firstError: null,
  unsent: 0,
  hasPulled: true,
  isSlow: false,
  isWaiting: false,
  refused: 0,
  guestWish: null,
  guestTrouble: null,
};

test.each<[string, Partial<SyncFacts>, ReturnType<typeof statusOf>]>([
  ['everything is on the server', {}, { tone: 'quiet', key: 'sync.saved', isError: false }],
  ['a change is on its way, as with every tick', { unsent: 1 }, { tone: 'quiet', key: 'sync.saved', isError: false }],
  ['a change waits', { unsent: 1, isWaiting: true }, { tone: 'quiet', key: 'sync.waiting', isError: false }],
  [
    'the server will never take a change, and nobody has seen that yet',
    { refused: 1, isSlow: true, isWaiting: true, unsent: 1 },
    { tone: 'error', key: 'sync.refused', isError: false },
  ],
  [
    'nobody is signed in, and the server did not answer the sign-in',
    { isGuest: true, guestTrouble: 'unreachable' },
    { tone: 'error', key: 'guest.unreachable', isError: false },
  ],
  [
    'nobody is signed in, and there were too many tries',
    { isGuest: true, guestTrouble: 'tooMany' },
    { tone: 'error', key: 'guest.tooMany', isError: false },
  ],
  [
    'somebody wants to sign up without a network',
    { isGuest: true, isOnline: false, guestWish: 'registration', guestTrouble: 'unreachable' },
    { tone: 'offline', key: 'guest.signUpOffline', isError: false },
  ],
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
    { storage: 'failing', firstError: 'storageError', isSlow: true },
    { tone: 'error', key: 'storage.unsaved', isError: true },
  ],
  [
    'this device cannot write and is offline: nothing is said to be kept here',
    { storage: 'failing', isOnline: false, firstError: 'noConnectionError' },
    { tone: 'error', key: 'storage.unsaved', isError: true },
  ],
  [
    'the storage is closed, and everything is on the server',
    { storage: 'closed', firstError: 'storageError' },
    { tone: 'quiet', key: 'storage.notKept', isError: true },
  ],
  [
    'the storage is closed, and a change is on its way',
    { storage: 'closed', firstError: 'storageError', unsent: 1 },
    { tone: 'quiet', key: 'sync.waiting', isError: true },
  ],
  [
    'the storage is closed and there is no network: the page is all there is',
    { storage: 'closed', isOnline: false, firstError: 'noConnectionError', unsent: 1 },
    { tone: 'offline', key: 'storage.keepOpen', isError: true },
  ],
  ['nobody is signed in', { isGuest: true, hasPulled: false }, { tone: 'quiet', key: null, isError: false }],
  [
    'nobody is signed in and there is no network: nothing is said of changes',
    { isGuest: true, isOnline: false, firstError: 'noConnectionError' },
    { tone: 'offline', key: 'guest.offline', isError: false },
  ],
])('%s', (_what, facts, status) => {
  expect(statusOf({ ...well, ...facts })).toEqual(status);
});
