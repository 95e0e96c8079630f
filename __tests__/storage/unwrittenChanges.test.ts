import { describe, expect, test } from '@jest/globals';
import { makeUnwrittenChanges } from '../../src/storage/unwrittenChanges';
import type { Change } from '../../src/sync/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';
import { gate } from '../support/gate';

const milk = anItem(1, listId(1));
const made = insertOf(milk, 1);
const edited = updateOf(milk, { quantity: '2' }, 2);

const unwrittenOn = (write: (changes: readonly Change[]) => Promise<void>, left: readonly Change[] = []) =>
  makeUnwrittenChanges(write, () => undefined, left);

const full = (): Promise<void> => Promise.reject(new Error('full'));

describe('a change that is in memory only', () => {
  test('that was settled after its write failed has not failed any more: nothing is left to warn of or to try again', async () => {
    const unwritten = unwrittenOn(full);
    await expect(unwritten.put([made])).rejects.toThrow('full');
    expect([unwritten.hasFailed(), unwritten.hasFailed(made.id)]).toEqual([true, true]);
    unwritten.forget([made.id]);
    expect([unwritten.hasFailed(), unwritten.hasFailed(made.id)]).toEqual([false, false]);
  });

  test('nor has one that was settled while its write was failing', async () => {
    const failing = gate();
    const unwritten = unwrittenOn(() => failing.opened.then(full));
    const written = unwritten.put([made]);
    unwritten.forget([made.id]);
    failing.open();
    await expect(written).rejects.toThrow('full');
    expect(unwritten.hasFailed()).toBe(false);
  });

  test('goes there without the later ones of its row, where a nearly full disk does not take all at once', async () => {
    const onDisk: string[] = [];
    const takesOne = async (changes: readonly Change[]): Promise<void> => {
      if (changes.length > 1) throw new Error('full');
      onDisk.push(...changes.map(({ id }) => id));
    };
    const unwritten = unwrittenOn(takesOne, [made, edited]);
    await unwritten.put([]);
    expect(onDisk).toEqual([made.id, edited.id]);
    expect(unwritten.all()).toEqual([]);
  });

  test('that does not fit holds up no later ones that do', async () => {
    const onDisk: string[] = [];
    const other = insertOf(anItem(2, listId(1)), 3);
    const unwritten = unwrittenOn(async (changes) => {
      if (changes.includes(made)) throw new Error('full');
      onDisk.push(...changes.map(({ id }) => id));
    });
    await expect(unwritten.put([made])).rejects.toThrow('full');
    await expect(unwritten.put([other])).rejects.toThrow('full');
    expect(onDisk).toEqual([other.id]);
    expect(unwritten.all()).toEqual([made]);
  });

  test('is not tried one by one where the disk does not answer at all: each would wait for nothing', async () => {
    const silence = new DOMException('The database does not answer.', 'TimeoutError');
    let tries = 0;
    const silent = (): Promise<void> => {
      tries += 1;
      return Promise.reject(silence);
    };
    const unwritten = unwrittenOn(silent, [made, edited]);
    await expect(unwritten.put([])).rejects.toBe(silence);
    expect(tries).toBe(1);
    expect([unwritten.hasFailed(made.id), unwritten.hasFailed(edited.id)]).toEqual([true, true]);
  });
});
