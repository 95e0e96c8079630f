import { describe, expect, test } from '@jest/globals';
import { asUserId, changeId } from '../../src/contract/ids';
import { makeSentMarks } from '../../src/storage/sentMarks';
import { type DiskWrite, openUserDatabase } from '../../src/storage/userDatabase';
import { insertChange, withMark } from '../../src/sync/record';
import { emptyLog, type Mark } from '../../src/sync/syncState';
import { anItem, listId, updateOf } from '../support/builders';
import { gate } from '../support/gate';

const milk = anItem(1, listId(1));
const own = updateOf(milk, { quantity: '2' }, 1, 'a');
const others = updateOf(milk, { done: true }, 5, 'b');
const markOf = (...changes: (typeof own)[]): Mark => ({
  collection: 'items',
  rowId: milk.id,
  listId: listId(1),
  kind: 'update',
  fields: {},
  changeIds: changes.map(({ id }) => id),
  key: changes.at(-1)?.id ?? changeId(0, 'a'),
});

describe('a mark on its way to the disk', () => {
  test('does not take the newer one of its row along when it gets there: that one is on no disk yet', async () => {
    const [older, newer] = [gate(), gate()];
    const marks = makeSentMarks({ commit: ({ marks }) => (marks?.[0]?.key === own.id ? older : newer).opened }, []);
    const olderWritten = marks.put(markOf(own));
    const newerWritten = marks.put(markOf(own, others));
    older.open();
    await olderWritten;
    const onDisk = withMark([own, others].reduce(insertChange, emptyLog), markOf(own));
    expect(marks.over(onDisk).marks[milk.id]).toEqual(markOf(own, others));
    newer.open();
    await newerWritten;
    expect(marks.all()).toEqual([]);
  });

  test('is not written any more when another tab’s has taken its place: that one may be answered by then, and would come back', async () => {
    const written: Mark[] = [];
    let isFull = true;
    const commit = async (write: DiskWrite): Promise<void> => {
      if (isFull) throw new Error('full');
      written.push(...(write.marks ?? []));
    };
    const marks = makeSentMarks({ commit }, []);
    await expect(marks.put(markOf(own))).rejects.toThrow('full');
    marks.hear(markOf(own, others));
    expect(marks.hasFailed()).toBe(false);
    isFull = false;
    await marks.retry();
    expect(written).toEqual([]);
  });
});

test('a mark that is on disk while its change is not is remembered: what others do to it there is not meant for that change', async () => {
  const unwritten = new Set([own.id]);
  const marks = makeSentMarks({ commit: async () => undefined }, [], (id) => unwritten.has(id));
  await marks.put(markOf(own));
  marks.over(withMark(emptyLog, markOf(own)));
  expect(marks.over(emptyLog).marks[milk.id]).toEqual(markOf(own));
  unwritten.clear();
  marks.over(withMark(emptyLog, markOf(own)));
  expect(marks.all()).toEqual([]);
});

test('a mark goes to the disk with the first of the changes it names: found alone, that one would pass for unsent', () => {
  const marks = makeSentMarks({ commit: async () => undefined }, [markOf(own, others)]);
  expect(marks.with([own]).marks).toEqual([markOf(own, others)]);
  expect(marks.with([updateOf(anItem(2, listId(1)), {}, 9)]).marks).toEqual([]);
  marks.written(marks.with([own]).marks);
  expect(marks.all()).toEqual([]);
});

describe('a mark on no disk, beside a newer one of another tab that is there', () => {
  const log = [own, others].reduce(insertChange, emptyLog);
  const marks = makeSentMarks({ commit: () => Promise.reject(new Error('full')) }, [markOf(own)]);

  test('gives way when the newer one was sent with its changes: theirs is the write to ask for', () => {
    const newer = markOf(own, others);
    expect(marks.over(withMark(log, newer)).marks[milk.id]).toEqual(newer);
  });

  test('stands when the newer one’s sender did not know of its changes: they are asked for under their own key', () => {
    expect(marks.over(withMark(log, markOf(others))).marks[milk.id]).toEqual(markOf(own));
  });
});

test('a mark that could not be written takes the place of those before it when it can: left beside it, they would outlive its answer', async () => {
  const database = openUserDatabase(asUserId('late-mark'), () => 'device');
  let isFull = false;
  const commit = (write: DiskWrite) => (isFull ? Promise.reject(new Error('full')) : database.commit(write));
  const marks = makeSentMarks({ commit }, []);
  await database.commit({ changes: [own, others] });
  await marks.put(markOf(own));
  isFull = true;
  await expect(marks.put(markOf(own, others), [own.id])).rejects.toThrow('full');
  isFull = false;
  await marks.retry();
  // The tab dies, and another one repeats what the mark names. What comes after the answer is an edit like any other.
  const onDisk = async () => (await database.read('log')).log;
  expect((await onDisk()).marks[milk.id]).toEqual(markOf(own, others));
  const removedMarks = [{ rowId: milk.id, markKeys: [others.id] }];
  await database.commit({ removedChanges: [own.id, others.id], removedMarks });
  const next = updateOf(milk, { done: false }, 9, 'c');
  await database.commit({ changes: [next] });
  expect((await onDisk()).marks).toEqual({});
});
