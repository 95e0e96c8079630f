import { expect, jest, test } from '@jest/globals';
import { openRecordStore } from '../../src/storage/recordDriver';

test('a write is with the browser, commit and all, before the turn of its caller ends', async () => {
  const store = openRecordStore('records-at-once', 'changes');
  await store.put([['first', 1]]);
  const commit = jest.spyOn(IDBTransaction.prototype, 'commit');
  const written = store.put([['second', 2]]);
  expect(commit).toHaveBeenCalledTimes(1);
  await written;
  commit.mockRestore();
  expect(await store.read()).toEqual([
    ['first', 1],
    ['second', 2],
  ]);
});

test('records of one write are there all or not at all', async () => {
  const store = openRecordStore('records-together', 'changes');
  const unstorable = (): void => undefined;
  await expect(
    store.put([
      ['stored', 1],
      ['not storable', unstorable],
    ]),
  ).rejects.toThrow();
  expect(await store.read()).toEqual([]);
});

test('of two who claim the same key the first one stands, for both', async () => {
  const [one, two] = [openRecordStore('records-claim', 'changes'), openRecordStore('records-claim', 'changes')];
  expect(await Promise.all([one.claim('name', 'one'), two.claim('name', 'two')])).toEqual(['one', 'one']);
  expect(await two.claim('name', 'later')).toBe('one');
});

test('a claim that the disk refuses and that nobody has made is refused', async () => {
  const store = openRecordStore('records-refused', 'changes');
  await expect(store.claim('name', (): void => undefined)).rejects.toThrow('could not be cloned');
});
