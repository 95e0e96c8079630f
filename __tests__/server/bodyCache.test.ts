import { expect, test } from '@jest/globals';
import { makeBodyCache } from '../../server/src/bodyCache';

test('the cache of answers counts the size of its keys too', () => {
  const cache = makeBodyCache(1_000_000);
  const keyOf = (number: number) => `${number} ${'x'.repeat(10_000)}`;
  for (let number = 0; number < 1000; number += 1) cache.set(keyOf(number), '{"data":[]}');
  const kept = Array.from({ length: 1000 }, (_, number) => cache.get(keyOf(number))).filter(
    (body) => body !== undefined,
  );
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(100);
  expect(cache.get(keyOf(999))).toBe('{"data":[]}');
});

test('the oldest answers are removed first, and a very large answer is not kept', () => {
  const cache = makeBodyCache(320);
  for (const key of ['a', 'b', 'c']) cache.set(key, 'x'.repeat(9));
  expect(cache.get('a')).toBe('x'.repeat(9));
  cache.set('big', 'x'.repeat(100));
  expect(cache.get('big')).toBeUndefined();
  for (let number = 0; number < 40; number += 1) cache.set(String(number), 'x'.repeat(9));
  expect([cache.get('a'), cache.get('39')]).toEqual([undefined, 'x'.repeat(9)]);
});
