import { afterEach, describe, expect, test } from '@jest/globals';
import { openTabTalk } from '../../src/store/tabTalk';
import { reduceSync } from '../../src/sync/reduceSync';
import type { SyncEvent } from '../../src/sync/syncEvents';
import { openBroadcastChannel, type TabMessage } from '../../src/sync/tabs';
import { wait } from '../support/attackWorld';
import { aList, insertOf, newState } from '../support/builders';

const NAME = 'listy-tabs-test';
const other = new BroadcastChannel(NAME);
const heard: TabMessage[] = [];
const talk = openTabTalk(openBroadcastChannel, NAME);
talk.listen((message) => heard.push(message));
afterEach(async () => {
  await talk.close();
  other.close();
});

const change = insertOf(aList(1), 1);
const { collection, rowId, listId } = change;
const place = { collection, rowId, listId };
const offer = { name: '', icon: '', items: [{}] };
const keyless = { ...place, kind: 'create', fields: change.data, changeIds: [change.id] };

describe('what comes over the channel between tabs', () => {
  test('is heard when it is well said, and nothing that another build or program says', async () => {
    const good: TabMessage[] = [
      { kind: 'syncWanted', force: true },
      { kind: 'streamWanted', tab: 'b', isWanted: true },
      { kind: 'streamAsked' },
      { kind: 'workerProblem', reason: 'full' },
      { kind: 'changes', heard: { changes: [change], replaced: [] } },
      { kind: 'event', event: { type: 'sync/lostListResolved', payload: { listId: 'l' as never } } },
      { kind: 'event', event: { type: 'sync/serverSetBack', payload: { changes: [change] } } },
      { kind: 'event', event: { type: 'sync/lostListResolved', payload: { listId: 'l' as never, offer } } },
      {
        kind: 'event',
        event: {
          type: 'sync/deltaReceived',
          payload: { delta: { collection: 'lists', put: [], removed: [], setBack: { [place.rowId]: 'before' } } },
        },
      },
    ];
    const bad: unknown[] = [
      null,
      'text',
      [],
      { kind: 'constructor' },
      { kind: 'news' },
      { kind: 'changes' },
      { kind: 'changes', heard: { changes: 'all' } },
      { kind: 'changes', heard: { changes: [{}], replaced: [] } },
      { kind: 'changes', heard: { changes: [{ ...change, type: 'moved' }], replaced: [] } },
      { kind: 'changes', heard: { changes: [{ ...change, rowId: '__proto__' }], replaced: [] } },
      { kind: 'event' },
      { kind: 'event', event: { type: 'sync/rowMarked' } },
      { kind: 'event', event: { type: 'sync/ofANewerBuild', payload: {} } },
      { kind: 'event', event: { type: 'sync/serverSetBack', payload: { changes: [{}] } } },
      // As an early build marked, and as a later one may tell of rows.
      { kind: 'event', event: { type: 'sync/rowMarked', payload: { mark: keyless } } },
      { kind: 'event', event: { type: 'sync/deltaReceived', payload: { delta: { collection: 'lists', rows: [] } } } },
      { kind: 'event', event: { type: 'sync/rowSettled', payload: { ...place, changeIds: ['1'], delta: {} } } },
      { kind: 'event', event: { type: 'sync/changesDropped', payload: { dropped: [place] } } },
      { kind: 'event', event: { type: 'sync/lostListResolved', payload: { listId: 'l', offer: {} } } },
      // From the disk alone: said by a tab it would take away what others hold in memory.
      { kind: 'event', event: { type: 'sync/stored', payload: { base: null, log: newState.log } } },
      { kind: 'event', event: { type: 'session/sessionEnded', payload: {} } },
      { kind: 'streamWanted', tab: 7, isWanted: true },
    ];
    for (const message of [...bad, ...good]) other.postMessage(message);
    for (let tries = 0; tries < 100 && heard.length < good.length; tries += 1) await wait(10);
    expect(heard).toEqual(good);
  });
});

test('an event that this build does not know changes nothing', () => {
  const unknown = { type: 'sync/ofANewerBuild', payload: {} } as unknown as SyncEvent;
  expect(reduceSync(newState, unknown)).toBe(newState);
});
