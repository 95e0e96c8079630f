import { expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import * as names from '../../../src/features/list/itemName';

/** A row asks what its item is called each time it is drawn, and hardly anybody else does. */
let draws = 0;
const { itemName } = names;
jest.unstable_mockModule('../../../src/features/list/itemName', () => ({
  itemName: (...call: Parameters<typeof itemName>) => {
    draws += 1;
    return itemName(...call);
  },
}));
const { box, field, openList, quantity } = await import('./openedList');

const COUNT = 80;
const items = Array.from({ length: COUNT }, (_, place) => `produkt ${place}`);

const drawnRows = (work: () => void): number => {
  const before = draws;
  work();
  return draws - before;
};

test('a key, a tick, a move and a new item draw a handful of 80 rows', async () => {
  await openList(items);
  expect(draws).toBeGreaterThanOrEqual(COUNT);
  field(40).focus();

  const key = field(40);
  const tick = box('produkt 10');
  const next = field(20);
  const last = quantity(`produkt ${COUNT - 1}`);

  expect(drawnRows(() => fireEvent.input(key, { target: { value: 'mleko' } }))).toBeLessThanOrEqual(2);
  expect(drawnRows(() => fireEvent.click(tick))).toBeLessThanOrEqual(5);
  expect(drawnRows(() => fireEvent.keyDown(next, { key: 'Enter', shiftKey: true }))).toBeLessThanOrEqual(8);
  last.focus();
  expect(drawnRows(() => fireEvent.keyDown(last, { key: 'Enter' }))).toBeLessThanOrEqual(8);
});
