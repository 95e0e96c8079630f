import { describe, expect, test } from '@jest/globals';
import { makeArriving } from '../../src/storage/arriving';
import type { Change } from '../../src/sync/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';
import { gate } from '../support/gate';

const milk = anItem(1, listId(1));
const made = insertOf(milk, 1);
const edited = updateOf(milk, { quantity: '2' }, 2);

const arrivingOn = (append: (changes: readonly Change[]) => Promise<void>, left: readonly Change[] = []) =>
  makeArriving({ log: { append }, onArrived: () => Promise.resolve(), left });

const full = (): Promise<void> => Promise.reject(new Error('full'));

describe('a change on its way to the disk', () => {
  test('that was settled after its write failed has not failed any more: nothing is left to warn of or to try again', async () => {
    const arriving = arrivingOn(full);
    await expect(arriving.put([made])).rejects.toThrow('full');
    expect([arriving.hasFailed(), arriving.hasFailed(made.id)]).toEqual([true, true]);
    arriving.forget([made.id]);
    expect([arriving.hasFailed(), arriving.hasFailed(made.id)]).toEqual([false, false]);
  });

  test('nor has one that was settled while its write was failing', async () => {
    const failing = gate();
    const arriving = arrivingOn(() => failing.opened.then(full));
    const written = arriving.put([made]);
    arriving.forget([made.id]);
    failing.open();
    await expect(written).rejects.toThrow('full');
    expect(arriving.hasFailed()).toBe(false);
  });

  test('goes there without the later ones of its row, where a nearly full disk does not take all at once', async () => {
    const onDisk: string[] = [];
    const takesOne = async (changes: readonly Change[]): Promise<void> => {
      if (changes.length > 1) throw new Error('full');
      onDisk.push(...changes.map(({ id }) => id));
    };
    const arriving = arrivingOn(takesOne, [made, edited]);
    await arriving.put([]);
    expect(onDisk).toEqual([made.id, edited.id]);
    expect(arriving.all()).toEqual([]);
  });

  test('that does not fit holds up no later ones that do', async () => {
    const onDisk: string[] = [];
    const other = insertOf(anItem(2, listId(1)), 3);
    const arriving = arrivingOn(async (changes) => {
      if (changes.includes(made)) throw new Error('full');
      onDisk.push(...changes.map(({ id }) => id));
    });
    await expect(arriving.put([made])).rejects.toThrow('full');
    await expect(arriving.put([other])).rejects.toThrow('full');
    expect(onDisk).toEqual([other.id]);
    expect(arriving.all()).toEqual([made]);
  });

  test('is not tried one by one where the disk does not answer at all: each would wait for nothing', async () => {
    const silence = new DOMException('The database does not answer.', 'TimeoutError');
    let tries = 0;
    const silent = (): Promise<void> => {
      tries += 1;
      return Promise.reject(silence);
    };
    const arriving = arrivingOn(silent, [made, edited]);
    await expect(arriving.put([])).rejects.toBe(silence);
    expect(tries).toBe(1);
    expect([arriving.hasFailed(made.id), arriving.hasFailed(edited.id)]).toEqual([true, true]);
  });
});
