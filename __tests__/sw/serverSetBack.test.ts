import { expect, test } from '@jest/globals';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { openWorkerSession } from '../../src/storage/workerSession';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { requestBrowserLock } from '../../src/sync/tabs/browserLock';
import { allSent, always, attackWorld, isWrite, openPulled, seesWithin, sync, unsent } from '../support/attackWorld';
import { faults, PROVIDER } from '../support/contractServer';
import { gate } from '../support/gate';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';
import { makeWorkerWorld } from '../support/workerWorld';

makeWorkerWorld();
const { sendUnsent } = await import('../../sw/backgroundRound');
const world = attackWorld();
const A_MINUTE = 60_000;

/** A page on the same disk and locks as the worker, until it is closed. */
const pageOfWorker = () => {
  const closed = gate();
  const ports: Partial<Ports> = {
    openUserDatabase,
    lock: (name, signal, held) => requestBrowserLock(name, signal, () => Promise.race([held(), closed.opened])),
  };
  return { ports, close: closed.open };
};

test('given a server that was set back while all pages were closed, when the worker sends what waits, then it also makes again what the server forgot', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const { ports, close } = pageOfWorker();
  const page = await openPulled(browser, ports);
  const listId = page.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = page.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(page);
  await allSent(page);
  const copy = await copyDatabase(world.server.database);
  world.server.clock.now += A_MINUTE;

  page.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2' } }));
  page.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(page);
  await allSent(page);
  world.server.wire = always(isWrite, faults.lost);
  page.store.dispatch(addItem(listId, { description: 'masło' }));
  await sync(page);
  page.kill();
  close();
  world.server.wire = null;
  await setBackDatabase(world.server.database, copy);
  world.server.clock.now += A_MINUTE;
  expect(await account.items()).toMatchObject([{ description: 'mleko', quantity: '' }]);

  const session = { token: account.jwt, userId: account.userId, apiUrl: `${PROVIDER}/api` };
  const settings = { isSameOrigin: true, isDiffMode: false };
  await openWorkerSession().write({ since: 1, session: { ...session, ...settings }, user: null });
  await sendUnsent(account.userId);
  const words = (await account.items()).map(({ description, quantity }) => `${description} ${quantity}`);
  expect(words.sort()).toEqual(['chleb ', 'masło ', 'mleko 2']);

  const again = await openPulled(browser, pageOfWorker().ports);
  await seesWithin(again, ['Zakupy: mleko|2|open, chleb||open, masło||open']);
  expect(unsent(again)).toBe(0);
});
