import { expect, test } from '@jest/globals';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem, deleteList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { allChanges } from '../../src/sync/model/syncState';
import type { RequestLock } from '../../src/sync/tabs/browserLock';
import type { OpenChannel } from '../../src/sync/tabs/tabChannel';
import {
  allSent,
  attackWorld,
  deaf,
  first,
  isMethod,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  watch,
} from '../support/attackWorld';
import { faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

/** Over plain HTTP in a LAN a browser has no Web Locks: every window leads. */
const noLocks: RequestLock = (_name, _signal, held) => held();

test('given two leaders, when one repeats the unanswered write of the other, then it is applied once', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const one = await openPulled(browser, { lock: noLocks });
  const two = await openPulled(browser, { lock: noLocks });
  const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = one.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(one);
  await allSent(one);
  await seesWithin(two, ['Zakupy: mleko||open']);

  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  one.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await seesWithin(two, ['Zakupy: mleko|2|open']);
  await sync(one);
  const [row] = await account.items();
  expect(row).toMatchObject({ quantity: '2' });
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
  one.kill();
  await sync(two, true);
  await allSent(two);
  await sync(two, true);
  expect(await account.items()).toMatchObject([{ quantity: '12' }]);
});

test('given two leaders, when one shows lists and the other none, then neither asks the other for the lead again and again', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const one = await openPulled(browser, { lock: noLocks });
  const two = await openPulled(browser, { lock: noLocks });
  watch(one);
  await eventually(
    () => one.store.getState().status.stream,
    (phase) => phase === 'connected',
  );
  watch(two)();
  await settled();
  expect(one.store.getState().status.stream).toBe('connected');
});

/** A channel that the windows share. */
const sharedChannel = (): OpenChannel => {
  const members = new Set<(message: never) => void>();
  return (_name, onMessage) => {
    members.add(onMessage);
    return {
      post: (message) => {
        const copy = structuredClone(message);
        queueMicrotask(() => {
          for (const hear of members) if (hear !== onMessage) hear(copy as never);
        });
      },
      close: () => members.delete(onMessage),
    };
  };
};

test('given two leaders, when one creates a list and an item during a pull of the other, then the item is sent and not offered', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const ports = { lock: noLocks, openChannel: sharedChannel() };
  const one = await openPulled(browser, ports);
  const two = await openPulled(browser, ports);
  const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await seesWithin(two, ['Zakupy: ']);

  const reading = gate();
  const isRead = gate();
  world.server.wire = first(
    ({ method, url }) => method === 'GET' && url.includes('/lists?'),
    async (_request, send) => {
      const answer = await send();
      isRead.open();
      await reading.opened;
      return answer;
    },
  );
  const round = sync(two, true);
  await isRead.opened;
  await sync(one, true);
  await allSent(one);
  one.store.dispatch(addItem(listId, { description: 'mleko' }));
  await eventually(
    () => seenIn(two.store),
    ([seen]) => seen !== 'Zakupy: ',
  );
  one.kill();
  reading.open();
  await round;
  await sync(two, true);
  await allSent(two);
  expect(await account.items()).toMatchObject([{ description: 'mleko' }]);
  expect(selectRecoveryOffers(two.store.getState())).toEqual({});
});

/** Holds a request back. */
const holdBack = () => {
  const [begun, held] = [gate(), gate()];
  const fault = async (_request: unknown, send: () => Promise<Response>): Promise<Response> => {
    begun.open();
    await held.opened;
    return send();
  };
  return { begun: begun.opened, letGo: held.open, fault };
};

/** A window reads its whole disk each time, as after a read that met a write of base. While it leads, it then keeps its own base. */
const readsAll: Ports['openUserDatabase'] = (user, newId) => {
  const database = openUserDatabase(user, newId);
  const read: typeof database.read = () => {
    database.readAllNext();
    return database.read();
  };
  return { ...database, read };
};

test('given two leaders, when one creates a removed list during a pull of the other and ends before it removes it, then the list does not come back', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const ports = { lock: noLocks, hasNoLocks: true, openChannel: sharedChannel(), openUserDatabase: readsAll };
  const one = await openPulled(browser, ports);
  const two = await openPulled(browser, ports);
  const changesIn = ({ store }: typeof one) => allChanges(store.getState().data.log).map(({ type }) => type);

  const reading = gate();
  const isRead = gate();
  world.server.wire = first(isMethod('GET', 'lists'), async (_request, send) => {
    const answer = await send();
    isRead.open();
    await reading.opened;
    return answer;
  });
  const round = sync(two, true);
  await isRead.opened;
  const removal = holdBack();
  world.server.wire = first(isMethod('DELETE'), removal.fault);
  one.store.dispatch(deleteList(one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }))));
  void sync(one, true);
  await removal.begun;
  await eventually(
    () => changesIn(two),
    (types) => types.join() === 'remove',
  );
  one.kill();
  reading.open();
  await round;
  expect(await account.lists()).toMatchObject([{ name: 'Zakupy' }]);
  await sync(two, true);
  await allSent(two);
  expect(await account.lists()).toEqual([]);
});

test('given two windows that both lead, when one removes an item that the other is just creating, then it does not come back', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const ports = { lock: noLocks, hasNoLocks: true, openChannel: deaf };
  const one = await openPulled(browser, ports);
  const two = await openPulled(browser, ports);
  const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(one, true);
  await allSent(one);
  await sync(two, true);

  const itemId = one.store.dispatch(addItem(listId, { description: 'mleko' }));
  const [readOfOne, readOfTwo, create] = [holdBack(), holdBack(), holdBack()];
  const isRead = ({ method, url }: { method: string; url: string }) => method === 'GET' && url.includes('/lists?');
  world.server.wire = first(isRead, readOfOne.fault);
  const roundOfOne = sync(one, true);
  await readOfOne.begun;
  world.server.wire = first(isRead, readOfTwo.fault);
  const roundOfTwo = sync(two, true);
  await readOfTwo.begun;
  one.store.dispatch(deleteItem(listId, itemId));
  world.server.wire = first(isMethod('POST'), create.fault);
  readOfTwo.letGo();
  await create.begun;
  readOfOne.letGo();
  await roundOfOne;
  create.letGo();
  await roundOfTwo;
  for (const tab of [one, two]) {
    await sync(tab, true);
    await allSent(tab);
  }
  expect(await account.items()).toEqual([]);
});
