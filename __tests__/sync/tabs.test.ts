import { afterAll, expect, test } from '@jest/globals';
import { reduceSync } from '../../src/sync/model/reduceSync';
import type { SyncEvent } from '../../src/sync/model/syncEvents';
import { openBroadcastChannel } from '../../src/sync/tabs/tabChannel';
import { newState } from '../support/builders';
import { gate } from '../support/gate';

const NAME = 'listy-tabs-test';
const heard: unknown[] = [];
const delivered = gate();
const one = openBroadcastChannel(NAME, (message) => {
  heard.push(message);
  if (heard.length === 2) delivered.open();
});
const other = openBroadcastChannel(NAME, () => undefined);
const strange = new BroadcastChannel(NAME);
afterAll(() => {
  one.close();
  other.close();
  strange.close();
});

test('a message reaches the other tabs unchanged, valid or not', async () => {
  other.post({ kind: 'stored' });
  strange.postMessage({ kind: 'news' });
  await delivered.opened;
  expect(heard).toEqual([{ kind: 'stored' }, { kind: 'news' }]);
});

test('an event that this build does not know changes nothing', () => {
  const unknown = { type: 'sync/ofANewerBuild', payload: {} } as unknown as SyncEvent;
  expect(reduceSync(newState, unknown)).toBe(newState);
});
