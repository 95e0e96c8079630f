import { describe, expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import { openUserData } from '../../src/store/userData';
import { openBrowser } from '../support/browserWorld';
import { aList, insertOf } from '../support/builders';

const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
const left = { changes: [insertOf(aList(1), 1), insertOf(aList(2), 2)], marks: [] };

let users = 0;

/** Opens a user's data with what the last session left, on a disk that has room for so many records at a time. */
const openOn = async (disk: { room: number }) => {
  users += 1;
  const log = openChangeLog(asUserId(`left-${users}`), () => 'device');
  const tries: number[] = [];
  const asked: string[] = [];
  const guest = await openBrowser().openTab();
  const data = await openUserData(
    guest.store,
    {
      openBaseStore,
      openChangeLog: () => ({
        ...log,
        append: async (changes) => {
          tries.push(changes.length);
          if (changes.length > disk.room) throw full;
          await log.append(changes);
        },
      }),
      openChannel: () => ({ post: ({ kind }) => void asked.push(kind), close: () => undefined }),
      newId: () => 'device',
    },
    asUserId(`left-${users}`),
    {
      onStuck: () => asked.push('stuck'),
      onStorageError: () => undefined,
      onWritten: () => undefined,
      onDamaged: () => undefined,
    },
    left,
  );
  await data.journal.flushed();
  return { data, tries, asked, onDisk: async () => Object.keys((await log.read()).log.lists) };
};

describe('what the last session could not write', () => {
  test('on a disk still full: nothing is tried, and nobody asked for the lead, before the next one listens to the answer', async () => {
    const { data, tries, asked } = await openOn({ room: 0 });
    expect(tries).toEqual([]);
    expect(asked).toEqual([]);
    expect(data.hasUnwritten()).toBe(true);
    data.listen(() => undefined);
    await data.journal.flushed();
    expect(asked).toEqual(['stuck']);
    await data.close();
  });

  test('is written as soon as the next one listens, change by change where a nearly full disk does not take all at once', async () => {
    const { data, onDisk } = await openOn({ room: 1 });
    expect(await onDisk()).toEqual([]);
    data.listen(() => undefined);
    await data.journal.flushed();
    expect(data.hasUnwritten()).toBe(false);
    expect(await onDisk()).toEqual(left.changes.map(({ rowId }) => rowId));
    await data.close();
  });
});
