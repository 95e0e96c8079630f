import { describe, expect, test } from '@jest/globals';
import { type Departure, makeLeaving } from '../../src/storage/leaving';
import { record } from '../../src/sync/record';
import { allChanges, emptyLog } from '../../src/sync/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';
import { gate } from '../support/gate';

const row = anItem(1, listId(1));
const made = insertOf(row, 1);
const edited = updateOf(row, { quantity: '2' }, 2);
const stored = record(emptyLog, made);
const bothStored = record(stored, edited);
const departure: Departure = {
  collection: 'items',
  rowId: row.id,
  listId: listId(1),
  changeIds: [made.id],
  markKeys: [made.id],
  isKeptInBase: false,
};
const laterDeparture: Departure = { ...departure, changeIds: [edited.id], markKeys: [edited.id] };

const leavingFrom = (disk: { isFull: boolean }, flushBase = () => Promise.resolve()) => {
  const steps: string[] = [];
  const told: string[] = [];
  const met = { times: 0 };
  const step = async (name: string) => {
    await Promise.resolve();
    if (disk.isFull) throw new Error('full');
    steps.push(name);
  };
  const leaving = makeLeaving({
    log: { remove: (ids) => step(`remove ${ids.length}`) },
    flushBase,
    onGone: () => undefined,
    onLeft: (dropped) => told.push(...dropped.flatMap(({ changeIds }) => changeIds)),
    onMet: () => {
      met.times += 1;
    },
  });
  return { leaving, steps, told, met };
};

describe('changes on their way off the disk', () => {
  test('are not read as unsent while they are there still, also when others lead: sent once more, they would be over newer words', async () => {
    const { leaving } = leavingFrom({ isFull: true });
    await expect(leaving.remove([departure])).rejects.toThrow('full');
    expect(allChanges(leaving.without(stored))).toEqual([]);
    leaving.release();
    expect(allChanges(leaving.without(stored))).toEqual([]);
  });

  test('are the next leader’s when the lead ends and base was to keep what was written in them', async () => {
    const { leaving } = leavingFrom({ isFull: true });
    await expect(leaving.remove([{ ...departure, isKeptInBase: true }])).rejects.toThrow('full');
    expect(allChanges(leaving.without(stored))).toEqual([]);
    leaving.release();
    expect(allChanges(leaving.without(stored))).toEqual([made]);
  });

  test('are not read back by a tab that has heard of it, which takes them off and tells whoever did not hear', async () => {
    const { leaving, steps, told, met } = leavingFrom({ isFull: false });
    leaving.hear([departure]);
    expect(met.times).toBe(0);
    expect(allChanges(leaving.without(bothStored))).toEqual([edited]);
    expect(met.times).toBe(1);
    await leaving.remove([]);
    expect([steps, told]).toEqual([['remove 1'], [made.id]]);
  });

  test('are nobody’s concern any more where a reading shows that they are gone', async () => {
    const { leaving } = leavingFrom({ isFull: false });
    leaving.hear([departure]);
    leaving.without(emptyLog);
    expect(leaving.isEmpty()).toBe(true);
  });

  test('are told when they leave late, because somebody may have read them, and not when they leave at once', async () => {
    const disk = { isFull: true };
    const { leaving, steps, told } = leavingFrom(disk);
    await expect(leaving.remove([departure])).rejects.toThrow('full');
    disk.isFull = false;
    await leaving.remove([]);
    expect([steps, told]).toEqual([['remove 1'], [made.id]]);
    await leaving.remove([{ ...departure, changeIds: [] }]);
    expect(told).toEqual([made.id]);
  });

  test('take along what of their row could not leave before: left behind, it would be sent once more', async () => {
    const disk = { isFull: true };
    const { leaving, steps } = leavingFrom(disk);
    await expect(leaving.remove([departure])).rejects.toThrow('full');
    disk.isFull = false;
    await leaving.remove([laterDeparture]);
    expect(steps).toEqual(['remove 2']);
  });

  test('do not take along a refusal of their row that base, full, does not hold yet: it is the only copy', async () => {
    let isBaseFull = true;
    const flushBase = () => (isBaseFull ? Promise.reject(new Error('base is full')) : Promise.resolve());
    const { leaving, steps } = leavingFrom({ isFull: false }, flushBase);
    await expect(leaving.remove([{ ...departure, isKeptInBase: true }])).rejects.toThrow('base is full');
    await expect(leaving.remove([laterDeparture])).rejects.toThrow('base is full');
    expect(steps).toEqual([]);
    isBaseFull = false;
    await leaving.remove([]);
    expect(steps).toEqual(['remove 2']);
  });

  test('are not forgotten with older ones of their row that get away while they do not', async () => {
    const disk = { isFull: false };
    const slow = gate();
    const flushes = [Promise.resolve(), slow.opened];
    const { leaving, steps } = leavingFrom(disk, () => flushes.shift() ?? Promise.resolve());
    const older = leaving.remove([departure]);
    const later = leaving.remove([laterDeparture]);
    await older;
    disk.isFull = true;
    slow.open();
    await expect(later).rejects.toThrow('full');
    expect(allChanges(leaving.without(bothStored))).toEqual([]);
    disk.isFull = false;
    await leaving.remove([]);
    expect(steps.slice(1)).toEqual(['remove 2']);
  });
});
