import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeId } from '../../src/contract/ids';
import { isObject } from '../../src/contract/records';
import { type BaseRecord, makeBaseRecords } from '../../src/storage/baseRecords';
import { type LogRecord, logDifferences } from '../../src/storage/logRecords';
import { storedState } from '../../src/storage/userDatabase';
import { deriveView } from '../../src/sync/model/deriveView';
import {
  allChanges,
  emptyBase,
  emptyLog,
  emptyView,
  type InFlightWrite,
  type Log,
  type SyncState,
} from '../../src/sync/model/syncState';
import { countUnsent } from '../../src/sync/model/unsent';
import { anyHistory } from '../support/arbitraries';
import { newState } from '../support/builders';
import { lawRuns } from '../support/lawRuns';
import { runEvents } from '../support/runEvents';

interface StoredRecord {
  readonly store: string;
  readonly key: string;
  readonly value?: unknown;
}

const recordsOf = ({ base, log }: SyncState): readonly StoredRecord[] => [
  ...makeBaseRecords().differences(base).records,
  ...logDifferences(emptyLog, log),
];

const open = (records: readonly StoredRecord[]): SyncState => {
  const log = records.filter(({ store }) => store === 'changes' || store === 'writes') as readonly LogRecord[];
  const ofBase = records.filter(({ store }) => store !== 'changes' && store !== 'writes') as readonly BaseRecord[];
  return storedState({ base: makeBaseRecords().take(ofBase), log });
};

/** The value, whose nth text, number, boolean or null has become one of another type. */
const withOtherType = (value: unknown, nth: number): unknown => {
  // Every second part is one such value.
  const parts = JSON.stringify(value).split(/(?<=[:,[])("(?:[^"\\]|\\.)*"(?!:)|[\d.]+|true|false|null)(?=[,\]}])/);
  const at = 1 + 2 * (nth % Math.max(1, (parts.length - 1) / 2));
  if (parts.length > 1) parts[at] = parts[at]?.startsWith('"') ? '42' : '{"other":1}';
  return JSON.parse(parts.join(''));
};

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** The record with an inherited name in place of its nth id, also in its key. */
const withInheritedId = (record: StoredRecord, nth: number, name: string): StoredRecord => {
  const text = JSON.stringify(record);
  const ids = [...new Set(text.match(UUID))];
  const id = ids[nth % ids.length];
  // In the text, because `__proto__` is an own name only in a parsed object.
  return id ? (JSON.parse(text.replaceAll(id, name)) as StoredRecord) : { ...record, value: null };
};

type Damage = (record: StoredRecord) => StoredRecord;

const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.constantFrom<unknown>(null, {}, [], 42, 'x', true).map(
    (value): Damage =>
      (record) => ({ ...record, value }),
  ),
  fc.nat(30).map(
    (nth): Damage =>
      (record) => ({ ...record, value: withOtherType(record.value, nth) }),
  ),
  fc.tuple(fc.nat(5), fc.constantFrom('__proto__', 'constructor', 'toString')).map(
    ([nth, name]): Damage =>
      (record) =>
        withInheritedId(record, nth, name),
  ),
);

/** An emptied part of a list, or no removed lists: the app writes these too, so nobody can call them damaged. */
const isAlsoWritten = ({ store, key, value }: StoredRecord): boolean =>
  (store === 'items' || key === 'removedLists') && isObject(value) && Object.keys(value).length === 0;

const changeIds = (log: Log): readonly ChangeId[] =>
  [...allChanges(log), ...log.refusals.flatMap(({ changes }) => changes)].map(({ id }) => id);

test('given the stored base and log of any history, when one record is damaged, then the rest is read, and base is whole or pulled again', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(), anyDamage, (history, nth, damage) => {
      const state = runEvents(history, () => undefined, newState);
      const records = recordsOf(state);
      const place = nth % records.length;
      const whole = records[place] as StoredRecord;
      const damaged = damage(whole);
      fc.pre(!isAlsoWritten(damaged) && !isDeepStrictEqual(damaged, whole));

      const opened = open(records.map((record, at) => (at === place ? damaged : record)));

      const isOfLog = whole.store === 'changes' || whole.store === 'writes';
      expect(opened.base).toEqual(isOfLog ? state.base : emptyBase);
      expect(changeIds(opened.log)).toEqual(
        expect.arrayContaining(changeIds(state.log).filter((id) => id !== whole.key)),
      );
      // A write whose changes are all damaged or refused is dropped with them.
      const row = isObject(whole.value) ? whole.value.rowId : null;
      const writes = Object.entries<InFlightWrite>(state.log.inFlight).filter(([rowId]) => rowId !== row);
      expect(opened.log.inFlight).toMatchObject(Object.fromEntries(writes));
      for (const change of allChanges(opened.log))
        for (const field of Object.values(change.data)) expect(['string', 'boolean']).toContain(typeof field);
      deriveView(emptyView, newState, opened);
      countUnsent(opened);
    }),
    lawRuns(400),
  );
});
