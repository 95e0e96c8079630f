import { expect } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, signedIn, visit } from './support/account';
import { addItem, allSaved, bought, createList, descriptions, listCard, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

test('after one visit every address opens offline, and changes made there are sent later', async ({ browser }) => {
  const account = await newAccount(product, 'ola');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb']);
  const context = await signedIn(browser, product, account);
  const page = await visit(context, product);
  await expect(listCard(page, 'Zakupy')).toBeVisible();
  await allSaved(page);

  await product.stop();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Twoje listy' })).toBeVisible();
  await expect(listCard(page, 'Zakupy')).toContainText('0/2');

  await page.goto(`${product.origin}/lists/${listId}`);
  await expect(page.getByRole('heading', { name: 'Zakupy', level: 1 })).toBeVisible();
  await expect(descriptions(page)).toHaveCount(2);
  await page.goto(`${product.origin}/logs`);
  await expect(page.getByRole('heading', { name: 'Logi' })).toBeVisible();
  await page.close();

  const cold = await context.newPage();
  await cold.goto(`${product.origin}/`);
  await createList(cold, 'Wyjazd', 'Samolot');
  await openList(cold, 'Wyjazd');
  await descriptions(cold).first().fill('namiot');
  await addItem(cold, 'latarka');
  await cold.goto(`${product.origin}/lists/${listId}`);
  await descriptions(cold).first().fill('mleko owsiane');
  await cold.getByRole('checkbox', { name: 'Kupione: chleb' }).click();
  await expect(bought(cold)).toHaveCount(1);
  await expect(cold.getByText(/^Offline/)).toBeVisible();

  await cold.reload();
  await expect(descriptions(cold)).toHaveCount(1);
  expect(await shownItems(cold)).toEqual(['mleko owsiane']);
  await expect(bought(cold)).toHaveCount(1);

  await product.start();
  await context.setOffline(false);
  await allSaved(cold);
  await expectOnServer(product, account, ['chleb', 'latarka', 'mleko owsiane', 'namiot']);

  const other = await visit(await signedIn(browser, product, account), product);
  await expect(listCard(other, 'Wyjazd')).toContainText('0/2');
  await expect(listCard(other, 'Zakupy')).toContainText('1/2');
});

test('the API is never answered from a cache', async ({ browser }) => {
  const account = await newAccount(product, 'ewa');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const page = await visit(context, product);
  await expect(listCard(page, 'Zakupy')).toBeVisible();
  await page.reload();
  await allSaved(page);

  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.length).toBeGreaterThan(5);
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([]);

  await product.stop();
  const calls = await page.evaluate((jwt) => {
    const headers = { Authorization: `Bearer ${jwt}` };
    const isAnswered = (path: string) =>
      fetch(path, { headers }).then(
        ({ status }) => status,
        () => 'no answer',
      );
    return Promise.all(['/api/lists', '/api/list-items', '/api/users/me', '/api/health'].map(isAnswered));
  }, account.jwt);
  expect(calls).toEqual(['no answer', 'no answer', 'no answer', 'no answer']);
});

test('given a server that dies during typing, then no change is lost or doubled', async ({ browser }) => {
  const account = await newAccount(product, 'jan');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const page = await visit(await signedIn(browser, product, account), product);
  await openList(page, 'Zakupy');

  const typed = Array.from({ length: 12 }, (_, at) => `produkt ${at + 1}`);
  for (const description of typed.slice(0, 4)) await addItem(page, description);
  await expectOnServer(product, account, ['mleko', ...typed.slice(0, 4)]);
  for (const description of typed.slice(4, 6)) await addItem(page, description);
  await product.stop('SIGKILL');
  for (const description of typed.slice(6, 8)) await addItem(page, description);
  // The server is killed again during requests. Nobody knows which of them it has carried out.
  const isSending = page.waitForRequest((request) => request.method() === 'POST');
  await product.start();
  for (const description of typed.slice(8, 10)) await addItem(page, description);
  await isSending;
  await product.stop('SIGKILL');
  for (const description of typed.slice(10)) await addItem(page, description);
  await product.start();
  await allSaved(page);
  await expectOnServer(product, account, ['mleko', ...typed]);
  expect(await shownItems(page)).toEqual(['mleko', ...typed]);
});
