import { describe, expect, test } from '@jest/globals';
import type { ItemId } from '../../../src/contract/ids';
import { delayAlso, endDelay, withGroups, withoutDelays } from '../../../src/features/list/delayedMoves';
import { shownItems } from '../../../src/features/list/shownItems';
import { itemId } from '../../support/builders';

const ids = [1, 2, 3, 4].map(itemId);
const some = (...numbers: number[]): ItemId[] => numbers.map(itemId);
const groups = (open: readonly ItemId[], done: readonly ItemId[]) => ({ open, done });
const names = ({ open, done }: { open: readonly ItemId[]; done: readonly ItemId[] }) => ({
  open: open.map((id) => ids.indexOf(id) + 1),
  done: done.map((id) => ids.indexOf(id) + 1),
});

const start = withoutDelays(groups(some(1, 2, 3), some(4)));

describe('a ticked row', () => {
  const ticked = withGroups(start, groups(some(1, 3), some(2, 4)));

  test('keeps its place', () => {
    expect(names(shownItems(ids, ticked, null, []))).toEqual({ open: [1, 2, 3], done: [4] });
  });

  test('is among the bought ones when the wait is over', () => {
    const moved = endDelay(ticked);
    expect(names(shownItems(ids, moved, null, []))).toEqual({ open: [1, 3], done: [2, 4] });
    expect(moved.moves).toBe(ticked.moves + 1);
  });

  test('that is unticked in time never moves', () => {
    const unticked = withGroups(ticked, start.groups);
    expect(unticked.waiting.size).toBe(0);
    expect(names(shownItems(ids, unticked, null, []))).toEqual({ open: [1, 2, 3], done: [4] });
  });

  test('that is unticked after its move is back at once', () => {
    const unticked = withGroups(endDelay(ticked), start.groups);
    expect(names(shownItems(ids, unticked, null, []))).toEqual({ open: [1, 2, 3], done: [4] });
    expect(unticked.moves).toBe(1);
  });

  test('waits with those ticked after it', () => {
    const both = withGroups(ticked, groups(some(3), some(1, 2, 4)));
    expect([...both.waiting]).toEqual(some(2, 1));
    expect(names(shownItems(ids, both, null, []))).toEqual({ open: [1, 2, 3], done: [4] });
  });

  test('that is removed does not wait', () => {
    expect(withGroups(ticked, groups(some(1, 3), some(4))).waiting.size).toBe(0);
  });
});

test('a bought item that comes in, or comes back, does not wait', () => {
  const now = withGroups(withoutDelays(groups(some(1), [])), groups(some(1), some(2)));
  expect(now.waiting.size).toBe(0);
});

test('given no tick, then the sections keep their identity, so no row is drawn', () => {
  expect(shownItems(ids, start, null, [])).toBe(start.groups);
});

describe('the row with the caret', () => {
  const edited = itemId(2);
  const lastOpen = some(1, 2, 3);

  test('keeps its place when it is ticked elsewhere, while it has the caret', () => {
    const now = withoutDelays(groups(some(1, 3), some(2, 4)));
    expect(names(shownItems(ids, now, edited, lastOpen))).toEqual({ open: [1, 2, 3], done: [4] });
    expect(names(shownItems(ids, delayAlso(now, edited), null, []))).toEqual({ open: [1, 2, 3], done: [4] });
  });

  test('keeps its place when it is removed elsewhere', () => {
    const now = withoutDelays(groups(some(1, 3), some(4)));
    expect(names(shownItems(some(1, 3, 4), now, edited, lastOpen))).toEqual({ open: [1, 2, 3], done: [4] });
  });

  test('stays above the row below it when rows above it are removed too', () => {
    const now = withoutDelays(groups(some(3), some(4)));
    expect(names(shownItems(some(3, 4), now, edited, lastOpen))).toEqual({ open: [2, 3], done: [4] });
  });

  test('is alone when all other open rows are removed too', () => {
    const now = withoutDelays(groups([], some(4)));
    expect(names(shownItems(some(4), now, edited, lastOpen))).toEqual({ open: [2], done: [4] });
  });
});
