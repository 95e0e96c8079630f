import { expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { box, field, openList, quantity } from './openedList';

const COUNT = 500;
const items = Array.from({ length: COUNT }, (_, place) => `produkt ${place}`);

/** How many open rows are drawn while `work` runs: each of their two fields asks, when drawn, whether it has the focus. */
const drawnRows = (work: () => void): number => {
  const asked = jest.spyOn(document, 'activeElement', 'get');
  work();
  const count = asked.mock.calls.length / 2;
  asked.mockRestore();
  return count;
};

test('a key, a tick, a move and a new item draw a handful of 500 rows', async () => {
  await openList(items);
  field(250).focus();

  const key = field(250);
  const tick = box('produkt 10');
  const next = field(20);
  const last = quantity(`produkt ${COUNT - 1}`);

  expect(drawnRows(() => fireEvent.input(key, { target: { value: 'mleko' } }))).toBeLessThanOrEqual(2);
  expect(drawnRows(() => fireEvent.click(tick))).toBeLessThanOrEqual(5);
  expect(drawnRows(() => fireEvent.keyDown(next, { key: 'Enter', shiftKey: true }))).toBeLessThanOrEqual(8);
  last.focus();
  expect(drawnRows(() => fireEvent.keyDown(last, { key: 'Enter' }))).toBeLessThanOrEqual(8);
}, 60_000);
