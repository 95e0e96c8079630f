import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { isInPlaceOf, uuidsInPlaceOf } from '../../src/contract/uuids';
import { idsAfter } from '../../src/domain/idsAfter';
import { cpuOfRun } from '../support/cpuOfRun';

/** The ids of a list in which pastes were made between the rows of earlier pastes. @param places where, from 0 to below 1 */
const nested = (places: readonly number[], rows: number): string[] =>
  places.reduce(
    (ids, place) => {
      const at = Math.floor(place * (ids.length - 1));
      const fresh = Array.from({ length: rows }, () => v7());
      return ids.toSpliced(at + 1, 0, ...(idsAfter(ids[at] ?? '', ids[at + 1] ?? '', fresh) ?? []));
    },
    [v7({ msecs: 1 }), v7({ msecs: 2 })],
  );

test('rows of pastes inside pastes keep their order, and each has a new uuid in its place', () => {
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 4 }), fc.integer({ min: 1, max: 60 }), (places, rows) => {
      const removed = nested(places, rows);
      const ids = uuidsInPlaceOf(removed.toReversed(), v7);
      const back = removed.map((uuid) => ids.get(uuid) ?? '');
      expect(back).toEqual([...new Set(back)].sort());
      for (const [index, uuid] of back.entries())
        expect(uuid === removed[index] || isInPlaceOf(uuid, removed[index] ?? '')).toBe(true);
    }),
  );
});

test('thousands of rows with one place take little longer than as many with a place each', async () => {
  const places = Array.from({ length: 20_000 }, () => v7());
  const onePlace = places.map(
    (_, at) => `${v7({ msecs: 1 }).slice(0, 8)}-0000-7000-8000-000000${String(at).padStart(6, '0')}`,
  );
  const apart = await cpuOfRun(() => uuidsInPlaceOf(places, v7));
  expect(await cpuOfRun(() => uuidsInPlaceOf(onePlace, v7))).toBeLessThan(5 * apart);
});
