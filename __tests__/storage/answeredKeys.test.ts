import { expect, test } from '@jest/globals';
import { makeAnsweredKeys } from '../../src/storage/answeredKeys';
import type { Mark } from '../../src/sync/syncState';
import { anItem, listId, updateOf } from '../support/builders';

const row = anItem(1, listId(1));
const markOf = (number: number): Mark => {
  const { id } = updateOf(row, { quantity: String(number) }, number);
  const place = { rowId: row.id, collection: 'items', listId: listId(1), kind: 'update' } as const;
  return { ...place, fields: {}, changeIds: [id], key: id };
};
const [first, second, third] = [markOf(1), markOf(2), markOf(3)];

test('a mark takes the place of the one before it, and the answer takes all that could not be replaced', () => {
  const keys = makeAnsweredKeys();
  expect(keys.mark(first, undefined)).toEqual([]);
  expect(keys.mark(first, first)).toEqual([]);
  expect(keys.mark(second, first)).toEqual([first.key]);
  expect(keys.settle(row.id, second)).toEqual([first.key, second.key]);
  expect(keys.mark(third, undefined)).toEqual([]);
});

test('the answer takes what another tab had marked and this one repeated', () => {
  const keys = makeAnsweredKeys();
  keys.mark(second, first);
  expect(keys.settle(row.id, third)).toEqual([first.key, second.key, third.key]);
  expect(keys.settle(row.id, third)).toEqual([third.key]);
});
