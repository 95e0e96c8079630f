import { expect, test } from '@jest/globals';
import { makeTryLimit } from '../../server/src/tryLimit';

const INVENTED = 25_000;

const isTaken = ({ take }: ReturnType<typeof makeTryLimit>, key: string): boolean => {
  try {
    take([key]);
    return true;
  } catch {
    return false;
  }
};

test('given somebody who invents names, then the tries at an account are not forgotten, and still end with time', () => {
  const clock = { now: 0 };
  const limit = makeTryLimit(3, () => clock.now);
  const tries = () => [1, 2, 3, 4].map(() => isTaken(limit, 'ania'));
  expect(tries()).toEqual([true, true, true, false]);
  for (let at = 0; at < INVENTED; at += 1) limit.take([`name ${at}`]);
  expect(isTaken(limit, 'ania')).toBe(false);
  // The memory stays bounded: of names with one try each, the oldest are forgotten.
  expect([1, 2, 3].map(() => isTaken(limit, 'name 0'))).toEqual([true, true, true]);
  clock.now += 60_000;
  expect(tries()).toEqual([true, true, true, false]);
});
