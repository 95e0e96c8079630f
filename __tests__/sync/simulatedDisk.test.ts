import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { type Base, emptyBase } from '../../src/sync/model/syncState';
import { makeDatabases } from '../support/browsers/simulatedDatabases';
import { makeDisk } from '../support/browsers/simulatedDisk';
import { anItem, itemId, listId, served } from '../support/builders';
import { seededRandom } from '../support/simulationRandom';
import { makeScheduler, type Owner } from '../support/simulationScheduler';

const databases = makeDatabases();
beforeEach(databases.install);
afterEach(databases.uninstall);

const ann = asUserId('ann');
const baseWith = (...numbers: readonly number[]): Base => ({
  ...emptyBase,
  items: Object.fromEntries(
    numbers.map((number) => [listId(number), { [itemId(number)]: served(anItem(number, listId(number)), number) }]),
  ),
});
const newId = (): string => 'device';

const simulated = () => {
  const random = seededRandom(1);
  const scheduler = makeScheduler(random, () => false);
  const wrongs: string[] = [];
  const leader: { owner: Owner | null } = { owner: null };
  const disk = makeDisk({
    scheduler,
    random,
    databases,
    now: () => 0,
    isHeldBy: (owner) => owner === leader.owner,
    onWritten: () => undefined,
    onDeleted: () => undefined,
    onSilent: () => undefined,
    onWrong: (fault) => wrongs.push(fault),
  });
  /** Goes on until the work is done. */
  const done = async <Value>(work: Promise<Value>): Promise<Value> => {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    while (!isDone) await scheduler.step();
    return work;
  };
  return { disk, wrongs, leader, done };
};

test('the simulated disk takes what the product writes, and finds it right', async () => {
  const { disk, wrongs, leader, done } = simulated();
  leader.owner = { isDead: false };
  const database = disk.openUserDatabase(leader.owner, ann, newId);
  await done(database.commit({ base: baseWith(1, 2) }));
  await done(database.commit({ base: baseWith(2, 3) }));
  expect(disk.base(ann)).toEqual(baseWith(2, 3));
  expect(await done(database.read())).toMatchObject({ base: baseWith(2, 3), device: 'device' });
  expect(wrongs).toEqual([]);
});

test('the simulated disk tells of a base that is written by a tab that does not lead', async () => {
  const { disk, wrongs, done } = simulated();
  const database = disk.openUserDatabase({ isDead: false }, ann, newId);
  await done(database.commit({ base: baseWith(1) }));
  expect(wrongs).toContain('base was written by a tab that does not lead');
});

test('the simulated disk tells of lists that are not all of one moment', async () => {
  const { disk, wrongs, leader, done } = simulated();
  const one = { isDead: false };
  leader.owner = one;
  const first = disk.openUserDatabase(leader.owner, ann, newId);
  await done(first.commit({ base: baseWith(1) }));
  leader.owner = { isDead: false };
  const second = disk.openUserDatabase(leader.owner, ann, newId);
  await done(second.commit({ base: baseWith(1, 2) }));
  expect(wrongs).toEqual([]);
  // It has not read what the second wrote, and believes the disk to be as it left it.
  leader.owner = one;
  await done(first.commit({ base: { ...baseWith(1), roundStartedAt: 7 } }));
  expect(wrongs).toEqual(['base on disk is another than was written']);
});
