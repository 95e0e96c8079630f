import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import { parseTabMessage } from '../../src/sync/tabs/parseTabMessage';
import type { RunEvent, TabMessage } from '../../src/sync/tabs/tabChannel';
import { aList, insertOf, pulledState, putDelta, served } from '../support/builders';
import { lawRuns } from '../support/lawRuns';
import { wholeReadingOf } from '../support/readings';

const started = syncEvent('sync/operationStarted', { id: 'o', collection: 'lists', instance: 'tab', start: 7 });
const ended = (error: string | null): RunEvent =>
  syncEvent('sync/operationEnded', { id: 'o', end: 8, status: error ? 'error' : 'done', error });

const good: readonly TabMessage[] = [
  { kind: 'stored' },
  { kind: 'run', event: started },
  { kind: 'run', event: ended(null) },
  { kind: 'run', event: ended('no network') },
  { kind: 'syncWanted', force: true },
  { kind: 'leadWanted' },
  { kind: 'streamWanted' },
  { kind: 'leadOffered' },
];

const change = insertOf(aList(1), 1);
const { collection, rowId, listId } = change;
const run = (payload: object, type: string = started.type) => ({ kind: 'run', event: { type, payload } });

/** What changes base or the log is read on the disk; said by a tab it could be anybody's word. */
const events: readonly SyncEvent[] = [
  syncEvent('sync/changesRecorded', { changes: [change] }),
  syncEvent('sync/deltaReceived', { delta: putDelta(served(aList(1), 1)) }),
  syncEvent('sync/serverSetBack', { changes: [change] }),
  syncEvent('sync/writesForgotten', { rowIds: [rowId] }),
  syncEvent('sync/changesDropped', { dropped: [{ collection, rowId, listId, changeIds: [change.id] }] }),
  syncEvent('sync/recordsRead', wholeReadingOf(pulledState)),
];

const bad: readonly unknown[] = [
  null,
  undefined,
  7,
  'stored',
  [],
  ['stored'],
  {},
  { kind: 'constructor' },
  { kind: 'news' },
  { kind: ['stored'] },
  { kind: 'changes', heard: { changes: [change], replaced: [] } },
  { kind: 'event', event: started },
  { kind: 'run' },
  { kind: 'run', event: null },
  { kind: 'run', event: { type: started.type } },
  run({ ...started.payload, id: 7 }),
  run({ ...started.payload, collection: '__proto__' }),
  run({ ...started.payload, instance: null }),
  run({ ...started.payload, start: Number.NaN }),
  run({ ...started.payload, start: '7' }),
  run(started.payload, 'sync/operationEnded'),
  run(started.payload, 'sync/ofANewerBuild'),
  run({ ...ended(null).payload, status: 'active' }, 'sync/operationEnded'),
  run({ ...ended(null).payload, end: Number.POSITIVE_INFINITY }, 'sync/operationEnded'),
  run({ ...ended(null).payload, error: 7 }, 'sync/operationEnded'),
  { kind: 'run', event: { type: 'session/sessionEnded', payload: {} } },
  ...events.map((event) => ({ kind: 'run', event })),
  ...events.map((event) => ({ kind: 'event', event })),
  { kind: 'setBack', count: 3 },
  { kind: 'syncWanted' },
  { kind: 'syncWanted', force: 'yes' },
  { kind: 'streamAsked' },
];

describe('a message of another tab', () => {
  test.each(good.map((message) => [JSON.stringify(message), message] as const))('is heard: %s', (_, message) => {
    expect(parseTabMessage(message)).toBe(message);
    expect(parseTabMessage(structuredClone(message))).toEqual(message);
  });

  test.each(bad.map((message) => [JSON.stringify(message) ?? 'undefined', message] as const))(
    'is not heard: %s',
    (_, message) => {
      expect(parseTabMessage(message)).toBeNull();
    },
  );

  test('of any form is parsed without an error', () => {
    const kinds = fc.constantFrom(...good.map(({ kind }) => kind), 'constructor', '__proto__');
    const anyMessage = fc.oneof(
      fc.anything(),
      fc.record({ kind: kinds, event: fc.anything(), force: fc.anything(), tab: fc.anything() }),
      fc.record({ kind: fc.constant('run'), event: fc.record({ type: fc.string(), payload: fc.anything() }) }),
    );
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect([null, message]).toContain(parseTabMessage(message));
      }),
      lawRuns(100),
    );
  });
});
