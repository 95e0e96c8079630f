import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { BASE_KEY } from '../../src/storage/baseStore';
import { type Base, emptyBase } from '../../src/sync/syncState';
import { makeDatabases } from '../support/browsers/simulatedDatabases';
import { makeDisk } from '../support/browsers/simulatedDisk';
import { anItem, itemId, listId, served } from '../support/builders';
import { seededRandom } from '../support/simulationRandom';
import { makeScheduler, type Owner } from '../support/simulationScheduler';

const databases = makeDatabases();
beforeEach(databases.install);
afterEach(databases.uninstall);

const ann = asUserId('ann');
const baseWith = (...numbers: readonly number[]): { readonly base: Base } => ({
  base: {
    ...emptyBase,
    items: Object.fromEntries(
      numbers.map((number) => [listId(number), { [itemId(number)]: served(anItem(number, listId(number)), number) }]),
    ),
  },
});

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
  const store = await done(disk.openBase(leader.owner, ann));
  await done(store.setItem(BASE_KEY, baseWith(1, 2)));
  await done(store.setItem(BASE_KEY, baseWith(2, 3)));
  expect(Object.keys(disk.base(ann).items)).toEqual([listId(2), listId(3)]);
  expect(await done(store.getItem(BASE_KEY))).toEqual(baseWith(2, 3));
  expect(wrongs).toEqual([]);
});

test('the simulated disk tells of a base that is written by a tab that does not lead', async () => {
  const { disk, wrongs, done } = simulated();
  const store = await done(disk.openBase({ isDead: false }, ann));
  await done(store.setItem(BASE_KEY, baseWith(1)));
  expect(wrongs).toContain('base was written by a tab that does not lead');
});

test('the simulated disk tells of lists that are not all of one moment', async () => {
  const { disk, wrongs, leader, done } = simulated();
  leader.owner = { isDead: false };
  const first = await done(disk.openBase(leader.owner, ann));
  const bases = [baseWith(1), baseWith(1, 2)];
  await done(first.setItem(BASE_KEY, bases[0]));
  leader.owner = { isDead: false };
  const second = await done(disk.openBase(leader.owner, ann));
  await done(second.setItem(BASE_KEY, bases[1]));
  expect(wrongs).toEqual([]);
  // It has not read what the second wrote, and believes the disk to be as it left it.
  await done(first.setItem(BASE_KEY, bases[0]));
  expect(wrongs.join()).toMatch(/^base was written by a tab that does not lead.*and not/);
});
