import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { openChangeLog } from '../../src/storage/changeLog';
import { allChanges } from '../../src/sync/syncState';
import { anItem, insertOf, listId } from '../support/builders';

const pasted = (count: number) => Array.from({ length: count }, (_, at) => insertOf(anItem(at + 1, listId(1)), at + 1));

test('a long log is read at the cost of what it holds, not the square of it', async () => {
  const least = async (count: number): Promise<number> => {
    const log = openChangeLog(asUserId(`with-${count}`), () => 'device');
    await log.append(pasted(count));
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const before = process.cpuUsage();
      const { log: read } = await log.read();
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
      expect(allChanges(read)).toHaveLength(count);
    }
    return Math.min(...times);
  };
  // Sixteen times as many; their square is 256 times as much.
  expect((await least(6400)) / (await least(400))).toBeLessThan(60);
});
