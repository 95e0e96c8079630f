import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, rowsOf, signedIn, visit } from './support/account';
import { type Exchange, type FaultyProxy, type Instead, startFaultyProxy } from './support/faultyProxy';
import { addItem, allSaved, createList, descriptions, listCard, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

/** A proxy between the browser and the server may answer anything. Nothing is lost by it, and nothing stays broken. */

let product: Product;
let proxy: FaultyProxy;
test.beforeEach(async () => {
  product = await startProduct();
  proxy = await startFaultyProxy(product.origin);
});
test.afterEach(async () => {
  await proxy.close();
  await product.dispose();
});

const behindProxy = (): Product => ({ ...product, origin: proxy.origin });
const hasProblem = (page: Page) => expect(page.getByText('Problem z synchronizacją')).toBeVisible();

const settled = async (context: BrowserContext): Promise<Page> => {
  const page = await visit(context, behindProxy());
  await expect(listCard(page, 'Zakupy')).toBeVisible();
  await allSaved(page);
  return page;
};

for (const status of [301, 302, 303, 307, 308]) {
  test(`writes that are redirected with ${status} to a page of the same origin lose nothing`, async ({ browser }) => {
    const account = await newAccount(product, `ola${status}`);
    await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb']);
    const page = await settled(await signedIn(browser, behindProxy(), account));
    await openList(page, 'Zakupy');
    const elsewhere: Instead = { status, headers: { Location: '/api/elsewhere' }, body: '' };
    let redirected = 0;
    proxy.answer = (method, path) => {
      if (method === 'GET' || path.startsWith('/api/elsewhere')) return null;
      redirected += 1;
      return elsewhere;
    };

    await descriptions(page).first().fill('mleko owsiane');
    await addItem(page, 'jajka');
    await expect.poll(() => redirected).toBeGreaterThan(1);
    await hasProblem(page);
    expect(proxy.seen.filter(({ path }) => path.startsWith('/api/elsewhere'))).toEqual([]);
    expect(await shownItems(page)).toEqual(['mleko owsiane', 'chleb', 'jajka']);

    proxy.answer = null;
    await allSaved(page);
    await expectOnServer(product, account, ['mleko owsiane', 'chleb', 'jajka']);
  });
}

test('a whole new list is kept while every write is redirected', async ({ browser }) => {
  const account = await newAccount(product, 'ewa');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const page = await settled(await signedIn(browser, behindProxy(), account));
  proxy.answer = (method) =>
    method === 'GET' ? null : { status: 302, headers: { Location: '/api/elsewhere' }, body: '' };
  await createList(page, 'Wyjazd', 'Samolot');
  await hasProblem(page);
  await page.reload();
  await expect(listCard(page, 'Wyjazd')).toBeVisible();
  proxy.answer = null;
  await allSaved(page);
  expect((await rowsOf(product, account, 'lists')).map(({ name }) => name).sort()).toEqual(['Wyjazd', 'Zakupy']);
});

test('a 404 with JSON of another program loses no edit, and an empty 200 removes nothing', async ({ browser }) => {
  const account = await newAccount(product, 'iga');
  await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb']);
  const page = await settled(await signedIn(browser, behindProxy(), account));
  await openList(page, 'Zakupy');
  const missing = { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found' } };
  const json = { 'Content-Type': 'application/json' };
  proxy.answer = (method) => (method === 'GET' ? null : { status: 404, headers: json, body: JSON.stringify(missing) });
  await descriptions(page).first().fill('mleko owsiane');
  await addItem(page, 'jajka');
  await hasProblem(page);
  proxy.answer = (method) => (method === 'GET' ? null : { status: 200, headers: json, body: '' });
  await page.reload();
  await hasProblem(page);
  expect(await shownItems(page)).toEqual(['mleko owsiane', 'chleb', 'jajka']);
  proxy.answer = null;
  await page.reload();
  await allSaved(page);
  await expectOnServer(product, account, ['mleko owsiane', 'chleb', 'jajka']);
});

/** Half of a pulled list of items, as something on the way may pass it on. */
const half = ({ body }: Exchange): Buffer => body.subarray(0, Math.floor(body.length / 2));
const isItemPull = ({ method, path, status }: Exchange): boolean =>
  method === 'GET' && path.startsWith('/api/list-items?') && status === 200;

const CUTS: readonly (readonly [string, (exchange: Exchange) => Instead])[] = [
  [
    'with a length that fits what is left',
    (exchange) => ({
      ...exchange,
      headers: { ...exchange.headers, 'content-length': String(half(exchange).length) },
      body: half(exchange),
    }),
  ],
  [
    'by the end of a connection that promised no length',
    (exchange) => {
      const { 'content-length': _, 'transfer-encoding': __, ...headers } = exchange.headers;
      return { ...exchange, headers: { ...headers, connection: 'close' }, body: half(exchange), isTorn: true };
    },
  ],
];

for (const [how, cut] of CUTS) {
  for (const packing of ['plain', 'compressed']) {
    test(`a ${packing} pull cut ${how} is not used again from the browser’s cache`, async ({ browser }) => {
      const isPacked = packing === 'compressed';
      const account = await newAccount(product, `jan-${how.length}-${packing}`);
      const items = Array.from({ length: 30 }, (_, at) => `produkt numer ${at + 1}`);
      const listId = await listOnServer(product, account, 'Zakupy', items);
      const context = await signedIn(browser, behindProxy(), account);
      let cuts = 0;
      proxy.isPacked = isPacked;
      // The second try, which bypasses the cache, is cut too. So the browser stores a cut body under a valid ETag.
      proxy.change = (exchange) => {
        const isCut = cuts < 2 && isItemPull(exchange) && 'content-encoding' in exchange.headers === isPacked;
        if (!isCut) return null;
        cuts += 1;
        return cut(exchange);
      };
      const page = await context.newPage();
      await page.goto(`${proxy.origin}/lists/${listId}`);
      await expect.poll(() => cuts).toBe(2);
      await expect(descriptions(page)).toHaveCount(items.length, { timeout: 60_000 });
      await page.reload();
      await allSaved(page);
      expect(await shownItems(page)).toEqual(items);
      await addItem(page, 'jeszcze coś');
      await expectOnServer(product, account, [...items, 'jeszcze coś']);
      await allSaved(page);
    });
  }
}

test('an answer from the browser’s cache, confirmed by a 304, has the name of the request that asked for it', async ({
  browser,
}) => {
  const account = await newAccount(product, 'named');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${product.origin}/favicon.svg`);
  const answers = await page.evaluate(async (jwt) => {
    const ask = async (name: string) => {
      const path = '/api/lists?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z';
      const headers = { Authorization: `Bearer ${jwt}`, 'X-Listy-Request': name };
      const answer = await fetch(path, { headers, cache: 'no-cache' });
      await answer.text();
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const { transferSize = 0, encodedBodySize = 0 } = entries.findLast((entry) => entry.name === answer.url) ?? {};
      return { name: answer.headers.get('X-Listy-Request'), isFromCache: transferSize < encodedBodySize };
    };
    return [await ask('first'), await ask('second'), await ask('third')];
  }, account.jwt);
  expect(answers).toEqual([
    { name: 'first', isFromCache: false },
    { name: 'second', isFromCache: true },
    { name: 'third', isFromCache: true },
  ]);
  await page.context().close();
});
