import { expect, type Page } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, rowsOf, signedIn, visit } from './support/account';
import { fireSyncEvent, watchCreates } from './support/backgroundSync';
import { addItem, allSaved, descriptions, openList } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const isOffline = (page: Page): Promise<void> => expect(page.getByText(/^Offline/)).toBeVisible();

test('with all tabs closed the worker sends what was done offline, and a second browser sees it', async ({
  browser,
}) => {
  const account = await newAccount(product, 'ola');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const other = await visit(await signedIn(browser, product, account), product, `/lists/${listId}`);
  await expect(descriptions(other)).toHaveCount(1);
  const context = await signedIn(browser, product, account);
  const created = watchCreates(context);
  const page = await visit(context, product, `/lists/${listId}`);
  await allSaved(page);
  await context.setOffline(true);
  await isOffline(page);
  await addItem(page, 'chleb');
  await addItem(page, 'masło');
  await page.close();

  // The browser's own sync event.
  await context.setOffline(false);
  await expect(descriptions(other)).toHaveCount(3);
  await expectOnServer(product, account, ['chleb', 'masło', 'mleko']);

  const next = await visit(context, product, `/lists/${listId}`);
  await expect(descriptions(next)).toHaveCount(3);
  await allSaved(next);
  expect(new Set(created).size).toBe(2);
  expect(created).toHaveLength(2);
});

test('changes that a dead server refused to take are sent by a later try, with all tabs closed', async ({
  browser,
}) => {
  const account = await newAccount(product, 'jan');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const created = watchCreates(context);
  const page = await visit(context, product);
  await openList(page, 'Zakupy');
  await allSaved(page);
  await product.stop('SIGKILL');
  await addItem(page, 'chleb');
  // The network is there, so the browser has spent its sync event by now; the server is not.
  await expect(page.getByText('Problem z synchronizacją')).toBeVisible();
  await page.close();

  await product.start();
  await fireSyncEvent(context, product.origin);
  await expectOnServer(product, account, ['chleb', 'mleko']);
  const next = await visit(context, product);
  await allSaved(next);
  expect(new Set(created).size).toBe(1);
});

test('sync event and return of the network at once: page and worker send each change once', async ({ browser }) => {
  const account = await newAccount(product, 'ewa');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const created = watchCreates(context);
  const page = await visit(context, product, `/lists/${listId}`);
  await allSaved(page);

  await context.setOffline(true);
  await isOffline(page);
  for (const item of ['chleb', 'masło', 'jajka']) await addItem(page, item);
  await Promise.all([context.setOffline(false), fireSyncEvent(context, product.origin)]);
  await allSaved(page);
  await expectOnServer(product, account, ['chleb', 'jajka', 'masło', 'mleko']);

  await context.setOffline(true);
  await isOffline(page);
  for (const item of ['ser', 'kawa', 'ryż']) await addItem(page, item);
  await page.close();
  // Worker and a page that is just being opened.
  const opening = context.newPage();
  const [next] = await Promise.all([opening, context.setOffline(false), fireSyncEvent(context, product.origin)]);
  await next.goto(`${product.origin}/lists/${listId}`);
  await allSaved(next);
  const all = ['chleb', 'jajka', 'kawa', 'masło', 'mleko', 'ryż', 'ser'];
  await expectOnServer(product, account, all);
  await expect(descriptions(next)).toHaveCount(all.length);
  expect(created).toHaveLength(6);
  expect(new Set(created).size).toBe(6);
  expect(await rowsOf(product, account, 'lists')).toHaveLength(1);
});
