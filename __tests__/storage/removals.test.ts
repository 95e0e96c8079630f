import { describe, expect, test } from '@jest/globals';
import { makeRemovals, type Removal } from '../../src/storage/removals';
import { record } from '../../src/sync/record';
import { allChanges, type Base, emptyBase, emptyLog } from '../../src/sync/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';
import { partsOf } from '../support/fillingDisk';
import { gate } from '../support/gate';

const row = anItem(1, listId(1));
const made = insertOf(row, 1);
const edited = updateOf(row, { quantity: '2' }, 2);
const stored = record(emptyLog, made);
const bothStored = record(stored, edited);
const removal: Removal = {
  collection: 'items',
  rowId: row.id,
  listId: listId(1),
  changeIds: [made.id],
  markKeys: [],
  needsBase: false,
};
const later: Removal = { ...removal, changeIds: [edited.id] };

/** @param disk full for everything, or for base alone */
const removalsOn = (
  disk: { isFull?: boolean; isBaseFull?: boolean; slow?: Promise<void> },
  base: Base | null = null,
) => {
  const steps: string[] = [];
  const told: string[] = [];
  const met = { times: 0 };
  const removals = makeRemovals({
    database: {
      commit: async (write) => {
        await disk.slow;
        if (disk.isFull || (disk.isBaseFull && write.base)) throw new Error('full');
        const count = write.removedChanges?.length ?? 0;
        steps.push(
          partsOf(write)
            .map((part) => (part === 'removals' ? `${part} ${count}` : part))
            .join(' + '),
        );
      },
    },
    base: () => base,
    onGone: () => undefined,
    onLeft: (dropped) => told.push(...dropped.flatMap(({ changeIds }) => changeIds)),
    onMet: () => {
      met.times += 1;
    },
  });
  const remove = (...gone: readonly Removal[]): Promise<void> => {
    removals.add(gone);
    return removals.write();
  };
  return { removals, remove, steps, told, met };
};

describe('what leaves the log', () => {
  test('leaves the disk in one transaction with the base that replaces it', async () => {
    const { remove, steps } = removalsOn({}, emptyBase);
    await remove(removal);
    expect(steps).toEqual(['removals 1 + base']);
  });

  test('leaves also where base cannot be written: kept, it would be sent over newer words', async () => {
    const { remove, removals, steps } = removalsOn({ isBaseFull: true }, emptyBase);
    await expect(remove(removal)).rejects.toThrow('full');
    expect(steps).toEqual(['removals 1']);
    expect(removals.hasFailed()).toBe(true);
  });

  test('does not leave without a base that keeps what was written, and leaves with it', async () => {
    const disk = { isBaseFull: true };
    const { remove, removals, steps } = removalsOn(disk, emptyBase);
    await expect(remove({ ...removal, needsBase: true })).rejects.toThrow('full');
    await expect(remove(later)).rejects.toThrow('full');
    expect(steps).toEqual([]);
    disk.isBaseFull = false;
    await removals.write();
    expect(steps).toEqual(['removals 2 + base']);
    expect(removals.hasFailed()).toBe(false);
  });

  test('is not read as unsent while it is there still, also when others lead: sent once more, it would be over newer words', async () => {
    const { remove, removals } = removalsOn({ isFull: true });
    await expect(remove(removal)).rejects.toThrow('full');
    expect(allChanges(removals.without(stored))).toEqual([]);
    removals.release();
    expect(allChanges(removals.without(stored))).toEqual([]);
  });

  test('is the next leader’s when the lead ends and base was to keep what was written in it', async () => {
    const { remove, removals } = removalsOn({ isFull: true });
    await expect(remove({ ...removal, needsBase: true })).rejects.toThrow('full');
    expect(allChanges(removals.without(stored))).toEqual([]);
    removals.release();
    expect(allChanges(removals.without(stored))).toEqual([made]);
  });

  test('is not read back by a tab that has heard of it, which takes it off and tells whoever did not hear', async () => {
    const { removals, steps, told, met } = removalsOn({});
    removals.hear([removal]);
    expect(met.times).toBe(0);
    expect(allChanges(removals.without(bothStored))).toEqual([edited]);
    expect(met.times).toBe(1);
    await removals.write();
    expect([steps, told]).toEqual([['removals 1'], [made.id]]);
  });

  test('is nobody’s concern any more where a reading shows that it is gone', () => {
    const { removals } = removalsOn({});
    removals.hear([removal]);
    removals.without(emptyLog);
    expect(removals.hasFailed()).toBe(false);
  });

  test('is told when it leaves late, because somebody may have read it, and not when it leaves at once', async () => {
    const disk = { isFull: true };
    const { remove, removals, steps, told } = removalsOn(disk);
    await expect(remove(removal)).rejects.toThrow('full');
    disk.isFull = false;
    await removals.write();
    expect([steps, told]).toEqual([['removals 1'], [made.id]]);
    await remove({ ...removal, changeIds: [] });
    expect(told).toEqual([made.id]);
  });

  test('takes along what of its row could not leave before: left behind, it would be sent once more', async () => {
    const disk = { isFull: true };
    const { remove, steps } = removalsOn(disk);
    await expect(remove(removal)).rejects.toThrow('full');
    disk.isFull = false;
    await remove(later);
    expect(steps).toEqual(['removals 2']);
  });

  test('is not forgotten with older changes of its row that get away while it does not', async () => {
    const slow = gate();
    const disk: Parameters<typeof removalsOn>[0] = { slow: slow.opened };
    const { remove, removals, steps } = removalsOn(disk);
    const older = remove(removal);
    const newer = remove(later);
    slow.open();
    await older;
    disk.isFull = true;
    await expect(newer).rejects.toThrow('full');
    expect(allChanges(removals.without(bothStored))).toEqual([]);
    disk.isFull = false;
    await removals.write();
    expect(steps).toHaveLength(2);
  });

  test('shares the next transaction with all that is to leave while one runs', async () => {
    const slow = gate();
    const { remove, steps } = removalsOn({ slow: slow.opened }, emptyBase);
    const other: Removal = { ...removal, rowId: anItem(2, listId(1)).id, changeIds: [edited.id] };
    const all = [remove(removal), remove(other), remove(other)];
    slow.open();
    await Promise.all(all);
    expect(steps).toHaveLength(2);
  });
});
