import { beforeEach, expect, jest, test } from '@jest/globals';
import { asUserId, type UserId } from '../../src/contract/ids';

const OLA = asUserId('ola/1');
const JAN = asUserId('2');

type OnSync = (of: { queue: FakeQueue }) => Promise<void>;
let fireSync: () => Promise<void>;
let wasEmptied: boolean;

/** Workbox's queue without its database. */
class FakeQueue {
  readonly requests: { request: Request }[] = [];
  constructor(_name: string, { onSync }: { onSync: OnSync }) {
    fireSync = () => onSync({ queue: this });
  }
  getAll = async () => [...this.requests];
  pushRequest = async (entry: { request: Request }) => void this.requests.push(entry);
  shiftRequest = async () => {
    const first = this.requests.shift();
    if (this.requests.length === 0) wasEmptied = true;
    return first;
  };
  registerSync = async () => undefined;
}

jest.unstable_mockModule('workbox-background-sync', () => ({ Queue: FakeQueue }));
const { makeUnsentMarkers } = await import('../../sw/unsentMarkers');

let sent: UserId[];
const sending = (act: (user: UserId) => Promise<void> = async () => undefined) =>
  makeUnsentMarkers((user) => {
    sent.push(user);
    return act(user);
  });

const PageRequest = globalThis.Request;

beforeEach(() => {
  sent = [];
  wasEmptied = false;
  // In a worker addresses are relative to its own.
  globalThis.Request = class extends PageRequest {
    constructor(path: string) {
      super(new URL(path, 'https://listy.example'));
    }
  } as typeof Request;
});

test('one marker per user, gone once their changes are sent', async () => {
  const markers = sending();
  for (const user of [OLA, JAN, OLA]) await markers.put(user);
  await fireSync();
  await fireSync();
  expect(sent).toEqual([OLA, JAN]);
});

test('given a user whose changes could not be sent, then other users are sent and that one is tried again', async () => {
  const markers = sending(async (user) => {
    if (user === OLA && sent.length < 3) throw new Error('no answer');
  });
  await markers.put(OLA);
  await markers.put(JAN);
  await expect(fireSync()).rejects.toThrow('no answer');
  await fireSync();
  await fireSync();
  expect(sent).toEqual([OLA, JAN, OLA]);
});

test('changes made while the earlier ones are being sent keep their marker', async () => {
  const markers = sending(async (user) => {
    if (sent.length === 1) await markers.put(user);
  });
  await markers.put(OLA);
  await fireSync();
  await fireSync();
  expect(sent).toEqual([OLA, OLA]);
});

test('given a worker killed between two steps, then the marker is still there', async () => {
  const markers = sending(() => Promise.reject(new Error('no answer')));
  await markers.put(OLA);
  await expect(fireSync()).rejects.toThrow('no answer');
  expect(wasEmptied).toBe(false);
});
