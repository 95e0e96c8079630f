import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { itemChecked, itemDeleted, itemEdited, listEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { selectLogLines } from '../../src/store/state/logsSlice';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { selectItemIds, selectRefusals } from '../../src/store/view/viewSelectors';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  createsOf,
  first,
  isMethod,
  isPull,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  unsent,
} from '../support/attackWorld';
import { answering, faults, refusing } from '../support/contractServer';
import { pass, passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();
afterEach(() => {
  jest.useRealTimers();
});

/** A browser with one list of one item, all of it on the server. */
const settled = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  expect(unsent(tab)).toBe(0);
  world.server.seen.length = 0;
  return { account, browser, tab, listId, itemId };
};

const errorsOf = ({ tab }: Pick<Awaited<ReturnType<typeof settled>>, 'tab'>) =>
  tab.store.getState().errors.map(({ id }) => id);

describe('attacks on the wire', () => {
  test('the answer to a create is lost after the commit, and the browser restarts: one row, not two', async () => {
    const { account, browser, tab, listId } = await settled();
    world.server.wire = first(isMethod('POST'), faults.answerLost);
    const itemId = tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(tab);
    expect(unsent(tab)).toBe(1);
    tab.kill();
    const again = await openPulled(browser);
    again.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(again);
    await allSent(again);
    const rows = (await account.items()).filter(({ uuid }) => uuid === itemId);
    expect(rows).toMatchObject([{ description: 'chleb', quantity: '2' }]);
  });

  test('each answer of a day is lost once: every act is still carried out once', async () => {
    const { account, tab, listId, itemId } = await settled();
    const lost = new Set<string>();
    world.server.wire = (request) => {
      const key = `${request.method} ${new URL(request.url).pathname}`;
      if (!isWrite(request) || lost.has(key)) return null;
      lost.add(key);
      return faults.answerLost;
    };
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'mleko 3,2%' } }));
    const bread = tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    for (let round = 0; round < 4; round += 1) await sync(tab);
    tab.store.dispatch(itemDeleted({ listId, itemId: bread }));
    for (let round = 0; round < 4; round += 1) await sync(tab);
    expect(unsent(tab)).toBe(0);
    expect((await account.items()).map(({ description }) => description)).toEqual(['mleko 3,2%']);
  });

  test('every write arrives twice: one row, one edit, one removal', async () => {
    const { account, tab, listId, itemId } = await settled();
    world.server.wire = always(isWrite, faults.doubled);
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    tab.store.dispatch(itemDeleted({ listId, itemId }));
    await sync(tab);
    expect(unsent(tab)).toBe(0);
    expect((await account.items()).map(({ description }) => description)).toEqual(['chleb']);
  });

  test('the upload is accepted and the pull after it fails: nothing is sent again', async () => {
    const { tab, listId, itemId } = await settled();
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    world.server.wire = always(isPull, answering(502, 'Bad Gateway'));
    await sync(tab);
    expect(errorsOf({ tab })).toEqual(['syncManagerPullError']);
    world.server.wire = null;
    await sync(tab);
    expect(errorsOf({ tab })).toEqual([]);
    expect(countSent(world.server, 'PUT')).toBe(1);
  });

  test('half of a batch is accepted: the other half goes out later, and the first half not again', async () => {
    const { account, tab, listId } = await settled();
    const isOdd = ({ url, method }: Request) => method === 'POST' && url.endsWith('/list-items');
    let posts = 0;
    world.server.wire = (request) => {
      if (!isOdd(request)) return null;
      posts += 1;
      return posts > 10 ? answering(500, 'down') : null;
    };
    const ids = Array.from({ length: 20 }, (_, index) =>
      tab.store.dispatch(addItem(listId, { description: `pozycja ${index}` })),
    );
    await sync(tab);
    expect(errorsOf({ tab })).toEqual(['syncManagerPushError']);
    expect(unsent(tab)).toBe(10);
    const accepted = new Set((await account.items()).map(({ uuid }) => uuid));
    world.server.wire = null;
    await sync(tab);
    expect(unsent(tab)).toBe(0);
    expect(await account.items()).toHaveLength(21);
    for (const id of ids.filter((known) => accepted.has(known))) expect(createsOf(world.server, id)).toBe(1);
  });

  test('500, then 429 with a delay, then 200: sent once, and not before the delay is over', async () => {
    const { account, tab, listId, itemId } = await settled();
    stopTabTime();
    world.server.wire = first(
      isMethod('PUT'),
      answering(500, '{"data":null,"error":{"status":500,"name":"X","message":"boom"}}'),
      refusing(429, 'Too Many Requests', { 'Retry-After': '2' }),
    );
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    await sync(tab);
    expect(errorsOf({ tab })).toEqual(['syncManagerPushError']);
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '3' } }));
    await sync(tab);
    await pass(1900);
    expect(countSent(world.server, 'PUT')).toBe(2);
    await passUntil(() => unsent(tab) === 0, 2000);
    // What was sent and not answered goes first, as it was; then the newer word.
    const quantities = world.server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
    expect(quantities.map(({ data }) => data.quantity)).toEqual(['2', '2', '2', '3']);
    expect((await account.items())[0]?.quantity).toBe('3');
    expect(errorsOf({ tab })).toEqual([]);
  });

  test('429 at once with a delay longer than our own: nobody comes back before it is over', async () => {
    const { tab, listId, itemId } = await settled();
    stopTabTime();
    world.server.wire = first(isMethod('PUT'), refusing(429, 'Too Many Requests', { 'Retry-After': '2' }));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    await pass(1900);
    expect(countSent(world.server, 'PUT')).toBe(1);
    await passUntil(() => unsent(tab) === 0, 2000);
    expect(countSent(world.server, 'PUT')).toBe(2);
  });

  test('401 in the middle of a replay: guest, nothing more is sent, and all of it goes out after signing in again', async () => {
    const { account, browser, tab, listId, itemId } = await settled();
    const token = browser.session.token;
    let writes = 0;
    world.server.wire = (request) => {
      if (!isWrite(request)) return null;
      writes += 1;
      return writes > 3 ? refusing(401, 'Missing or invalid credentials') : null;
    };
    for (let index = 0; index < 20; index += 1)
      tab.store.dispatch(addItem(listId, { description: `pozycja ${index}` }));
    tab.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await sync(tab);
    expect(selectSessionPhase(tab.store.getState())).toBe('guest');
    expect(browser.session.token).toBeNull();
    await seesWithin(tab, []);
    const sentWithoutToken = world.server.seen.filter(
      ({ bearer, path }) => bearer === null && path !== '/api/capabilities',
    );
    expect(sentWithoutToken).toEqual([]);
    tab.kill();

    world.server.wire = null;
    Object.assign(browser.session, { token });
    const again = await openPulled(browser);
    await sync(again);
    await allSent(again);
    expect(await account.items()).toHaveLength(21);
  });

  test('200 with the page of a captive portal: nothing is taken for saved, nothing is lost', async () => {
    const { account, tab, listId, itemId } = await settled();
    world.server.wire = always(
      () => true,
      answering(200, '<html>Witaj w hotelu</html>', { 'Content-Type': 'text/html' }),
    );
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    expect(errorsOf({ tab })).toEqual(['syncManagerPullError']);
    expect(unsent(tab)).toBe(1);
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|2|open']);
    world.server.wire = first(isMethod('PUT'), answering(200, '<html>'));
    await sync(tab);
    expect(errorsOf({ tab })).toEqual(['syncManagerPushError']);
    expect(unsent(tab)).toBe(1);
    await sync(tab);
    expect((await account.items())[0]?.quantity).toBe('2');
  });

  test('a proxy answers 404 and 413 pages during a deploy: no row is taken for removed, no change for refused', async () => {
    const { account, tab, listId, itemId } = await settled();
    world.server.wire = first(isMethod('PUT'), answering(404, '<html>404</html>'), answering(413, 'too large'));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    await sync(tab);
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|2|open']);
    expect(unsent(tab)).toBe(1);
    expect(selectRefusals(tab.store.getState())).toEqual([]);
    await sync(tab);
    expect((await account.items())[0]?.quantity).toBe('2');
  });

  test('one refused change amid good ones: it is kept with its data, never sent again, and shows no error', async () => {
    const { account, tab, listId, itemId } = await settled();
    const isBad = (request: Request) => isMethod('PUT', 'lists')(request);
    world.server.wire = always(isBad, refusing(400, 'name is not allowed'));
    tab.store.dispatch(listEdited({ listId, fields: { name: 'Zła' } }));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(tab);
    await sync(tab);
    expect(errorsOf({ tab })).toEqual([]);
    expect(unsent(tab)).toBe(0);
    expect(countSent(world.server, 'PUT', 'lists')).toBe(1);
    expect(selectRefusals(tab.store.getState())).toMatchObject([
      { status: 400, message: 'name is not allowed', changes: [{ data: { name: 'Zła' } }] },
    ]);
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|2|open, chleb||open']);
    expect(await account.items()).toHaveLength(2);
  });

  test('a hundred edits of one item become two requests', async () => {
    const { account, tab, listId } = await settled();
    const itemId = tab.store.dispatch(addItem(listId));
    for (let index = 0; index <= 50; index += 1) {
      tab.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'x'.repeat(index) } }));
    }
    await sync(tab);
    for (let index = 0; index < 50; index += 1) {
      tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: String(index) } }));
    }
    await sync(tab);
    const writes = world.server.seen.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect((await account.items()).find(({ uuid }) => uuid === itemId)).toMatchObject({
      description: 'x'.repeat(50),
      quantity: '49',
    });
  });

  test('an offline burst of 200 changes keeps its order, and the server ends where the person did', async () => {
    const { account, browser, tab, listId } = await settled();
    tab.setOnline(false);
    const ids = Array.from({ length: 100 }, (_, index) =>
      tab.store.dispatch(addItem(listId, { description: `pozycja ${index}` })),
    );
    for (const [index, id] of ids.entries()) {
      if (index % 3 === 0) tab.store.dispatch(itemEdited({ listId, itemId: id, fields: { quantity: '1' } }));
      else if (index % 3 === 1) tab.store.dispatch(itemChecked({ listId, itemId: id, done: true }));
      else tab.store.dispatch(deleteItem(listId, id));
    }
    const wanted = seenIn(tab.store);
    tab.setOnline(true);
    await sync(tab);
    await allSent(tab);
    expect(seenIn(tab.store)).toEqual(wanted);
    const other = await openPulled(account.browser());
    await sync(other);
    await seesWithin(other, wanted);
    expect(world.server.seen.filter(({ method }) => method === 'POST')).toHaveLength(67);
    expect(world.server.seen.filter(({ method }) => method === 'PUT' || method === 'DELETE')).toHaveLength(0);
    browser.session.token = null;
  });

  test('an offline burst of 200 changes of rows the server has: the last word on each stands, and one call for each is enough', async () => {
    const { account, tab, listId, itemId } = await settled();
    const ids = Array.from({ length: 40 }, (_, index) =>
      tab.store.dispatch(addItem(listId, { description: `pozycja ${index}` })),
    );
    await sync(tab);
    await allSent(tab);
    world.server.seen.length = 0;
    tab.setOnline(false);
    // By turns over all rows, so that no row's changes stand together.
    for (const id of ids) tab.store.dispatch(itemEdited({ listId, itemId: id, fields: { quantity: '1' } }));
    for (const id of ids) tab.store.dispatch(itemChecked({ listId, itemId: id, done: true }));
    for (const id of ids) tab.store.dispatch(itemEdited({ listId, itemId: id, fields: { quantity: '2' } }));
    for (const id of ids) tab.store.dispatch(itemChecked({ listId, itemId: id, done: false }));
    for (const [index, id] of ids.entries()) {
      if (index % 4 === 0) tab.store.dispatch(deleteItem(listId, id));
      else tab.store.dispatch(itemEdited({ listId, itemId: id, fields: { description: `zmiana ${index}` } }));
    }
    const wanted = seenIn(tab.store);
    tab.setOnline(true);
    await sync(tab);
    await allSent(tab);
    expect(seenIn(tab.store)).toEqual(wanted);
    const other = await openPulled(account.browser());
    await seesWithin(other, wanted);
    expect(selectItemIds(other.store.getState(), listId)).toEqual([itemId, ...ids.filter((_, index) => index % 4 > 0)]);
    const calls = ['POST', 'PUT', 'DELETE'].map((method) => countSent(world.server, method));
    expect(calls).toEqual([0, 30, 10]);
  });

  test('two offline spells with a sync between: both are there, each change went out once', async () => {
    const { account, tab, listId, itemId } = await settled();
    for (const quantity of ['2', '3']) {
      tab.setOnline(false);
      tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity } }));
      tab.store.dispatch(addItem(listId, { description: `spell ${quantity}` }));
      await sync(tab);
      expect(errorsOf({ tab })).toEqual(['noConnectionError']);
      tab.setOnline(true);
      expect(errorsOf({ tab })).toEqual([]);
      await sync(tab);
      await allSent(tab);
    }
    expect((await account.items()).map(({ description, quantity }) => `${description} ${quantity}`).sort()).toEqual([
      'mleko 3',
      'spell 2 ',
      'spell 3 ',
    ]);
    expect(countSent(world.server, 'PUT')).toBe(2);
  });

  test('a refused pull shows a sync problem, and blocks nothing', async () => {
    const { account, tab, listId, itemId } = await settled();
    world.server.wire = always(isPull, refusing(400, 'Invalid key updatedAt'));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    expect(errorsOf({ tab })).toEqual(['syncManagerPullError']);
    expect((await account.items())[0]?.quantity).toBe('2');
    const warnings = selectLogLines(tab.store.getState()).filter(({ level }) => level === 'warn');
    expect(warnings.map(({ text }) => text)).toEqual(['sync pull failed: lists refused 400 Invalid key updatedAt']);
    world.server.wire = null;
    await sync(tab);
    expect(errorsOf({ tab })).toEqual([]);
  });
});
