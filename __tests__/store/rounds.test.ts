import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { ListId } from '../../src/contract/ids';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import { selectOperations } from '../../src/store/state/operationsSlice';
import { selectCollections } from '../../src/store/view/viewSelectors';
import {
  type Account,
  allSent,
  always,
  attackWorld,
  countSent,
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
import type { TestTab } from '../support/browserWorld';
import { answering, type Fault, faults, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';
import { pass, stopTabTime } from '../support/tabTime';

const world = attackWorld();

const opened = async (changes: Parameters<typeof openPulled>[1] = {}) => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser, changes);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  world.server.seen.length = 0;
  return { account, browser, tab, listId, itemId };
};

const errorsOf = (tab: TestTab) => tab.store.getState().errors.map(({ id }) => id);
const collectionsOf = (tab: TestTab) => Object.values(selectCollections(tab.store.getState()));

describe('when a round is due', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  test('1500 ms after the last local change, however many came before it', async () => {
    const { tab, listId, itemId } = await opened();
    await settled();
    tab.setOnline(false);
    tab.setOnline(true);
    await sync(tab);
    world.server.seen.length = 0;
    stopTabTime();
    for (let key = 0; key < 10; key += 1) {
      tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: String(key) } }));
      await pass(1000);
    }
    await pass(499);
    expect(world.server.seen).toEqual([]);
    await pass(1);
    expect(unsent(tab)).toBe(0);
    expect(countSent(world.server, 'PUT')).toBe(1);
  });

  test('at once when the network returns and when the app comes to the front', async () => {
    const { tab } = await opened();
    for (const act of [
      () => tab.setOnline(false),
      () => tab.setOnline(true),
      () => tab.setVisible(false),
      () => tab.setVisible(true),
    ]) {
      world.server.seen.length = 0;
      act();
      await settled();
    }
    expect(world.server.seen.filter(({ path }) => path.includes('updatedAt')).length).toBeGreaterThan(0);
    world.server.seen.length = 0;
    tab.setOnline(false);
    await settled();
    expect(world.server.seen).toEqual([]);
    tab.setOnline(true);
    await eventually(
      () => world.server.seen.length,
      (count) => count > 0,
      1000,
    );
  });

  test('a failure is followed by tries that come less and less often', async () => {
    const { tab } = await opened();
    const backoffs = [1500, 3000, 6000, 12_000];
    const waited: number[] = [];
    const startTimeout = globalThis.setTimeout;
    // Nobody waits for real: on a busy machine no wait is as long as it was meant.
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
      if (!backoffs.includes(ms)) return startTimeout(run, ms);
      waited.push(ms);
      return startTimeout(run, 0);
    }) as typeof setTimeout);
    world.server.wire = (request) => (isPull(request) ? answering(503, 'down') : null);
    await sync(tab);
    await eventually(
      () => waited.length,
      (count) => count >= backoffs.length,
    );
    expect(waited.slice(0, backoffs.length)).toEqual(backoffs);
  });
});

describe('the error registry', () => {
  test('noConnectionError comes and goes with the network, and the collections pause and run with it', async () => {
    const { tab } = await opened();
    expect(collectionsOf(tab)).toEqual(['running', 'running']);
    tab.setOnline(false);
    expect(errorsOf(tab)).toEqual(['noConnectionError']);
    expect(collectionsOf(tab)).toEqual(['paused', 'paused']);
    tab.setOnline(true);
    expect(errorsOf(tab)).toEqual([]);
    expect(collectionsOf(tab)).toEqual(['running', 'running']);
    tab.setVisible(false);
    await eventually(
      () => collectionsOf(tab).join(),
      (both) => both === 'paused,paused',
    );
  });

  test('a failed pull and a failed push are told apart; each goes with its next success', async () => {
    const { tab, listId, itemId } = await opened();
    world.server.wire = always(isWrite, answering(500, 'down'));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    expect(errorsOf(tab)).toEqual(['syncManagerPushError']);
    world.server.wire = always(() => true, faults.lost);
    await sync(tab);
    expect(errorsOf(tab)).toEqual(['syncManagerPushError', 'syncManagerPullError']);
    world.server.wire = always(isWrite, answering(500, 'down'));
    await sync(tab);
    expect(errorsOf(tab)).toEqual(['syncManagerPushError']);
    world.server.wire = null;
    await sync(tab);
    expect(errorsOf(tab)).toEqual([]);
  });

  test.each([
    ['the network returns', (tab: TestTab) => [() => tab.setOnline(false), () => tab.setOnline(true)]],
    ['the app becomes active', (tab: TestTab) => [() => tab.setVisible(false), () => tab.setVisible(true)]],
  ])('when %s both sync errors are cleared at once and a sync is tried again', async (_name, acts) => {
    const { account, tab, listId, itemId } = await opened();
    world.server.wire = always(isWrite, answering(500, 'down'));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    expect(errorsOf(tab)).toEqual(['syncManagerPushError']);
    world.server.wire = null;
    for (const act of acts(tab)) {
      act();
      await settled();
    }
    expect(errorsOf(tab)).toEqual([]);
    await allSent(tab);
    expect((await account.items())[0]?.quantity).toBe('2');
  });

  test('each round leaves an operation per collection, done or with its error', async () => {
    const { tab } = await opened();
    world.server.wire = always(isPull, answering(500, 'down'));
    await sync(tab);
    expect(selectOperations(tab.store.getState()).slice(-2)).toMatchObject([
      { collection: 'lists', status: 'error', error: 'pull: status 500', instance: expect.stringMatching(/tab1$/) },
      { collection: 'items', status: 'error', error: 'pull: status 500' },
    ]);
    world.server.wire = null;
    await sync(tab);
    expect(selectOperations(tab.store.getState()).slice(-2)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  });
});

describe('diff mode', () => {
  test('the updates of a collection go as one PATCH, and creates and removals as ever', async () => {
    const { account, tab, listId, itemId } = await opened({ isDiffMode: true });
    const ids = Array.from({ length: 30 }, (_, index) =>
      tab.store.dispatch(addItem(listId, { description: `pozycja ${index}` })),
    );
    await sync(tab);
    world.server.seen.length = 0;
    for (const id of [itemId, ...ids]) tab.store.dispatch(itemChecked({ listId, itemId: id, done: true }));
    await sync(tab);
    expect(countSent(world.server, 'PATCH', 'list-items/patch')).toBe(1);
    expect(countSent(world.server, 'PUT')).toBe(0);
    expect((await account.items()).every(({ done }) => done === true)).toBe(true);
    expect(unsent(tab)).toBe(0);
  });

  test('a row that was removed elsewhere does not hold back the others of its PATCH', async () => {
    const { account, tab, listId, itemId } = await opened({ isDiffMode: true });
    const other = tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(tab);
    const gone = (await account.items()).find(({ uuid }) => uuid === itemId);
    for (const id of [itemId, other]) tab.store.dispatch(itemChecked({ listId, itemId: id, done: true }));
    world.server.wire = first(isMethod('PATCH'), (async (_request, send) => {
      await account.call('DELETE', `/list-items/${gone?.documentId}`);
      return send();
    }) satisfies Fault);
    await sync(tab);
    expect(seenIn(tab.store)).toEqual(['Zakupy: chleb||done']);
    expect(unsent(tab)).toBe(0);
  });

  test('a PATCH that is refused whole is sent row by row, and its answer lost is sent again', async () => {
    const { account, tab, listId, itemId } = await opened({ isDiffMode: true });
    world.server.wire = first(isMethod('PATCH'), faults.answerLost, refusing(400, 'no such route'));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    expect(unsent(tab)).toBe(1);
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '3' } }));
    await sync(tab);
    const written = world.server.seen.filter(({ method, body }) => method !== 'GET' && body.includes('quantity'));
    const words = written.slice(-4).map(({ method, body }) => `${method} ${/"quantity":"(\d)"/.exec(body)?.[1]}`);
    // Unanswered; refused; by itself, and only then the newer word.
    expect(words).toEqual(['PATCH 2', 'PATCH 2', 'PUT 2', 'PATCH 3']);
    expect(unsent(tab)).toBe(0);
    expect((await account.items())[0]?.quantity).toBe('3');
  });

  test('deleting a list deletes its items, with or without the provider’s help', async () => {
    const { account, browser, tab, listId } = await opened();
    tab.store.dispatch(deleteList(listId));
    await sync(tab);
    expect(await account.items()).toEqual([]);
    expect(await account.lists()).toEqual([]);
    tab.kill();
    world.server.wire = always(({ url }) => url.endsWith('/capabilities'), refusing(404, 'none'));
    const plain = await openPulled(browser);
    const again = plain.store.dispatch(addList({ name: 'Druga', icon: 'cat' }));
    plain.store.dispatch(addItem(again, { description: 'kot' }));
    await sync(plain);
    world.server.seen.length = 0;
    plain.store.dispatch(deleteList(again));
    await sync(plain);
    expect(world.server.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/')[2])).toEqual(
      ['list-items', 'lists'],
    );
    expect(unsent(plain)).toBe(0);
  });
});

describe('a provider that answers in pages', () => {
  /** Answers in pages of living rows, as Strapi does: 25 unless asked for up to 100. `onPage` happens after each page. */
  const inPages =
    (account: Account, onPage: (page: number) => Promise<unknown>): Fault =>
    async (request, send) => {
      const query = new URL(request.url).searchParams;
      const page = Number(query.get('pagination[page]') ?? 1);
      const pageSize = Math.min(100, Number(query.get('pagination[pageSize]') ?? 25));
      const rows = [...(await account.items())].sort((a, b) => Number(a.id) - Number(b.id));
      const pagination = { page, pageSize, pageCount: Math.ceil(rows.length / pageSize), total: rows.length };
      const body = { data: rows.slice((page - 1) * pageSize, page * pageSize), meta: { pagination } };
      if (query.has('pagination[page]')) await onPage(page);
      return answering(200, JSON.stringify(body), { 'Content-Type': 'application/json' })(request, send);
    };

  /** Another program makes the rows, one by one. */
  const fill = async (account: Account, listId: ListId, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await account.call('POST', '/list-items', {
        data: { uuid: crypto.randomUUID(), list: listId, description: `${index}`, quantity: '', done: false },
      });
  };

  const isItemsRead = ({ method, url }: Request): boolean =>
    method === 'GET' && url.includes('/list-items?filters[updatedAt]');

  test('a row is removed between two pages, so that the next page shifts: no row is lost from the screen', async () => {
    const { account, tab, listId } = await opened();
    await fill(account, listId, 150);
    await sync(tab);
    const [firstRow] = await account.items();
    let isShifted = false;
    world.server.wire = always(
      isItemsRead,
      inPages(account, async () => {
        if (isShifted) return;
        isShifted = true;
        await account.call('DELETE', `/list-items/${firstRow?.documentId}`);
      }),
    );
    await sync(tab, true);
    expect(isShifted).toBe(true);
    expect(world.server.seen.some(({ path }) => path.includes('filters[uuid][$in]'))).toBe(true);
    const [seen = ''] = seenIn(tab.store);
    for (let index = 0; index < 150; index += 1) expect(seen).toContain(`${index}||open`);
    await sync(tab, true);
    expect(seenIn(tab.store)[0]?.split(', ')).toHaveLength(150);
  });

  test('a new device reads all pages', async () => {
    const { account, tab, listId } = await opened();
    await fill(account, listId, 130);
    await sync(tab);
    world.server.wire = always(
      isItemsRead,
      inPages(account, async () => undefined),
    );
    const other = await openPulled(account.browser());
    await seesWithin(other, seenIn(tab.store));
  });
});
