import { afterEach, expect, test } from '@jest/globals';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { openWorkerSession } from '../../src/storage/workerSession';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { allSent, attackWorld, countSent, onlyListId, openPulled, sync } from '../support/attackWorld';
import { clearSessionCopies } from '../support/clearSessionCopies';
import { PROVIDER } from '../support/contractServer';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { makeWorkerWorld } from '../support/workerWorld';

/** The server can restore a removed list only with the items that it still had. */

makeWorkerWorld();
const { sendUnsent } = await import('../../sw/backgroundRound');
const world = attackWorld();
const copy = openWorkerSession();
afterEach(clearSessionCopies);

/** A page on the worker's disk, with a list of two items that was removed offline. The page is closed. */
const removedOffline = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const disk: Partial<Ports> = { openUserDatabase };
  const page = await openPulled(browser, disk);
  const listId = page.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  for (const description of ['mleko', 'chleb']) page.store.dispatch(addItem(listId, { description }));
  await sync(page);
  await allSent(page);
  page.setOnline(false);
  page.store.dispatch(deleteList(onlyListId(page)));
  await settled();
  page.kill();
  world.server.seen.length = 0;
  return { account, open: () => openPulled(browser, disk) };
};

const restorable = async (account: Awaited<ReturnType<typeof removedOffline>>['account']) => {
  const lists: unknown = await account.call('GET', '/lists/removed');
  return (lists as { name: string; items: number }[]).map(({ name, items }) => `${name}: ${items}`);
};

test('given a list that was removed offline, when the worker sends the removal, then it can be restored with its items', async () => {
  const { account } = await removedOffline();
  const { jwt: token, userId } = account;
  const session = { token, userId, apiUrl: `${PROVIDER}/api`, isSameOrigin: true, isDiffMode: false };
  await copy.write({ since: 1, session, user: null });
  await sendUnsent(userId);
  expect(countSent(world.server, 'DELETE', 'list-items')).toBe(0);
  expect(await restorable(account)).toEqual(['Zakupy: 2']);
});

test('given a start whose question what the provider offers is not answered yet, when it sends a removal, then the list can be restored with its items', async () => {
  const { account, open } = await removedOffline();
  const answered = gate();
  world.server.wire = (request) =>
    request.url.includes('capabilities')
      ? async (_request, send) => {
          await answered.opened;
          return send();
        }
      : null;
  await allSent(await open());
  answered.open();
  expect(countSent(world.server, 'DELETE', 'list-items')).toBe(0);
  expect(await restorable(account)).toEqual(['Zakupy: 2']);
});
