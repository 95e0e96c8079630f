import { describe, expect, test } from '@jest/globals';
import type { ItemRow } from '../../../src/contract/records';
import { type DrawnList, movesByItself } from '../../../src/features/list/movesByItself';
import { anItem, listId } from '../../support/builders';

const list = listId(1);
const milk = anItem(1, list, { description: 'mleko' }) as ItemRow;
const serverRows = { first: {}, second: {} };
const look = (answer: keyof typeof serverRows, ...rows: ItemRow[]): DrawnList => ({
  serverRows: serverRows[answer],
  moves: 0,
  items: Object.fromEntries(rows.map((row) => [row.id, row])),
});
const start = look('first', milk);

describe('rows are moved with an animation', () => {
  test('when their wait is over', () => {
    expect(movesByItself(start, { ...start, moves: 1 })).toBe(true);
  });

  test.each([
    ['changes a text', look('second', { ...milk, description: 'mleko 2%' })],
    ['ticks an item', look('second', { ...milk, done: true })],
    ['adds an item', look('second', milk, anItem(2, list, { description: 'ser' }) as ItemRow)],
    ['removes an item', look('second')],
  ])('when another device %s', (_, now) => {
    expect(movesByItself(start, now)).toBe(true);
  });
});

describe('rows are moved without an animation', () => {
  test('when the person types, ticks or adds', () => {
    expect(movesByItself(start, look('first', { ...milk, done: true }))).toBe(false);
  });

  test('when the answer to an own change changes nothing visible', () => {
    const answered = { ...milk, createdAt: '2026-01-01T00:00:00.000Z' };
    expect(movesByItself(start, look('second', answered))).toBe(false);
    expect(movesByItself(start, { ...start, serverRows: serverRows.second })).toBe(false);
  });
});
