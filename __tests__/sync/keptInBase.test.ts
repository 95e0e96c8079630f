import { expect, test } from '@jest/globals';
import { withKept } from '../../src/sync/keptInBase';
import { type Base, emptyBase, type LostItem } from '../../src/sync/syncState';
import { itemId, listId } from '../support/builders';

const base: Base = { ...emptyBase, cursors: { lists: 'x', items: 'x' } };
const lostItem = (number: number): LostItem => ({
  id: itemId(number),
  description: 'chleb',
  quantity: '',
  done: false,
});

test('of one lost list is offered what either knows', () => {
  const offer = (number: number) => ({ [listId(1)]: { name: 'Zakupy', icon: 'cat', items: [lostItem(number)] } });
  const kept = withKept({ ...base, lost: offer(2) } as Base, { ...base, lost: offer(1) } as Base);
  expect(kept.lost[listId(1)]?.items.map(({ id }) => id)).toEqual([itemId(1), itemId(2)]);
});
