import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { asItemId } from '../../src/contract/ids';
import { creationTime, inPlaceOrder, placeOf, timeAfter } from '../../src/domain/itemOrder';
import { compareRows } from '../support/compareRows';
import { lawRuns } from '../support/lawRuns';

const SECOND_MS = 1000;
const timedId = (ms: number, tail = '000000000000') => asItemId(`${timeHex(ms)}-7000-8000-${tail}`);
const timeHex = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};
const randomId = (tail: string) => asItemId(`ffffffff-ffff-4fff-8fff-${tail}`);
const row = (id: ReturnType<typeof asItemId>, createdAt: string | null = null, done = false) => ({
  id,
  createdAt,
  done,
});

describe('the order of rows', () => {
  test('is the time inside a version-7 uuid', () => {
    expect(creationTime(row(timedId(5 * SECOND_MS)))).toBe(5 * SECOND_MS);
    expect(creationTime(row(asItemId('019A9F00-0000-7000-8000-000000000000')))).toBe(0x019a9f000000);
  });

  test('is the server’s creation time for other uuids, so that both kinds mix', () => {
    const early = row(timedId(1 * SECOND_MS));
    const middle = row(randomId('aaaaaaaaaaaa'), new Date(2 * SECOND_MS).toISOString());
    const late = row(timedId(3 * SECOND_MS));
    expect([late, middle, early].sort(compareRows)).toEqual([early, middle, late]);
  });

  test('puts rows of unknown time last, and breaks every tie by id', () => {
    const known = row(timedId(1 * SECOND_MS));
    const a = row(randomId('aaaaaaaaaaaa'));
    const b = row(randomId('bbbbbbbbbbbb'), 'not a date');
    expect([b, a, known].sort(compareRows)).toEqual([known, a, b]);
    expect(compareRows(row(timedId(1, '000000000001')), row(timedId(1, '000000000002')))).toBe(-1);
  });

  test('has a time after each row whose time is known, by hand or not, and none after the others', () => {
    const LATEST_UUID_TIME = 2 ** 48 - 1;
    const time = fc.oneof(fc.nat({ max: LATEST_UUID_TIME - 2 }), fc.constant(LATEST_UUID_TIME - 2));
    fc.assert(
      fc.property(time, fc.boolean(), fc.nat({ max: 3 }), (ms, isMoved, moves) => {
        let last: Parameters<typeof timeAfter>[0] = row(timedId(ms, 'ffffffffffff'));
        // Moved to the end again and again: each place is after the one before.
        for (let move = 0; isMoved && move < moves; move += 1)
          last = { ...last, order: generateKeyBetween(placeOf(last), null) };
        const after = timeAfter(last);
        if (after === null) return expect(ms + moves).toBeGreaterThanOrEqual(LATEST_UUID_TIME - 1);
        expect(compareRows(last, row(timedId(after)))).toBe(-1);
        if (!isMoved) expect(after).toBe(ms + 1);
      }),
      lawRuns(100),
    );
    expect(timeAfter(row(randomId('aaaaaaaaaaaa')))).toBeNull();
    expect(timeAfter(row(timedId(LATEST_UUID_TIME)))).toBeNull();
    expect(timeAfter({ ...row(timedId(5)), order: 'h00000000' })).toBe(0);
    expect(timeAfter({ ...row(timedId(5)), order: 'j0000000000' })).toBeNull();
  });

  test('is total: the same for every order the rows came in', () => {
    const anyRow = fc.record({
      id: fc.oneof(fc.uuid(), fc.uuid({ version: 7 })).map(asItemId),
      createdAt: fc.option(fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString())),
      done: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyRow, { selector: ({ id }) => id }), (rows) => {
        expect([...rows].reverse().sort(compareRows)).toEqual([...rows].sort(compareRows));
      }),
      lawRuns(100),
    );
  });

  test('is the one of the places also where all ids of a list carry their time', () => {
    const closeTimes = fc.integer({ min: 1_790_000_000_000, max: 1_790_000_000_003 });
    const ours = fc.tuple(closeTimes, fc.integer({ min: 0, max: 0xffff })).map(([ms, tail]) => ({
      id: timedId(ms, tail.toString(16).padStart(12, '0')),
      createdAt: null,
    }));
    const inCapitals = ours.map((one) => ({ ...one, id: asItemId(one.id.toUpperCase()) }));
    const moved = fc.tuple(ours, ours).map(([one, other]) => ({ ...one, order: placeOf(other) }));
    const lists = fc.oneof(fc.array(ours), fc.array(fc.oneof(ours, inCapitals, moved)));
    fc.assert(
      fc.property(lists, (rows) => expect(inPlaceOrder(rows)).toEqual([...rows].sort(compareRows))),
      lawRuns(100),
    );
  });
});
