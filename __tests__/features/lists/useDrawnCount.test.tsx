import { afterEach, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useDrawnCount } from '../../../src/features/lists/useDrawnCount';
import { pass, stopTime } from '../../support/stillTime';

afterEach(() => {
  jest.useRealTimers();
});

/** jsdom, like Safari, has no idle callback. */
const BETWEEN_STEPS_MS = 50;

const drawnOf = (count: number, isBack = false) =>
  renderHook((now: number) => useDrawnCount(now, isBack), { initialProps: count });

test('given 500 lists, then a screenful is drawn at once, and all of them soon', async () => {
  stopTime();
  const { result } = drawnOf(500);
  const seen = [result.current];
  for (let at = 0; at < 20; at += 1) {
    await act(() => pass(BETWEEN_STEPS_MS));
    seen.push(result.current);
  }
  expect(seen[0]).toBe(12);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBeGreaterThanOrEqual(500);
});

test('given a person who returns from a list, then all rows are drawn at once and the scroll position is kept', () => {
  expect(drawnOf(500, true).result.current).toBeGreaterThanOrEqual(500);
});

test('given no list yet, when many are pulled, then a screenful of them is drawn first', () => {
  const { result, rerender } = drawnOf(0);
  rerender(500);
  expect(result.current).toBe(12);
});

test('given all lists drawn, when one is added, then it is drawn at once', async () => {
  stopTime();
  const { result, rerender } = drawnOf(30);
  await act(() => pass(BETWEEN_STEPS_MS));
  rerender(31);
  expect(result.current).toBeGreaterThanOrEqual(31);
});
