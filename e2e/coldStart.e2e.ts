import { expect } from '@playwright/test';
import { listOnServer, newAccount, signedIn, visit } from './support/account';
import { allSaved, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

test('no card calls its list empty before its items are loaded', async ({ browser }) => {
  const account = await newAccount(product, 'pierwszy');
  await listOnServer(product, account, 'Zakupy', ['mleko', 'ser']);
  const context = await signedIn(browser, product, account);
  let letItemsCome = (): void => undefined;
  const itemsMayCome = new Promise<void>((resolve) => {
    letItemsCome = resolve;
  });
  await context.route('**/api/list-items?**', async (route) => {
    await itemsMayCome;
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists`);
  await expect(page.getByRole('link', { name: 'Zakupy, Wczytywanie listy…' })).toBeVisible();
  await expect(page.getByText('Lista jest pusta')).toHaveCount(0);
  letItemsCome();
  await expect(page.getByRole('link', { name: /^Zakupy, kupiono 0 z 2, mleko, ser/ })).toBeVisible();
});

test('a cold link to a list that another device made opens it, with its items', async ({ browser }) => {
  const account = await newAccount(product, 'link');
  const context = await signedIn(browser, product, account);
  const first = await visit(context, product);
  await allSaved(first);
  await first.close();
  const listId = await listOnServer(product, account, 'Nowa', ['mleko', 'ser']);
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists/${listId}`);
  await expect(page.getByRole('heading', { name: 'Nowa', level: 1 })).toBeVisible();
  await expect.poll(() => shownItems(page)).toEqual(['mleko', 'ser']);
});

test('a cold link to a removed list leads to Lists and says so, offline too', async ({ browser }) => {
  const account = await newAccount(product, 'nie-ma');
  const context = await signedIn(browser, product, account);
  const page = await visit(context, product);
  await allSaved(page);
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    await page.goto(`${product.origin}/lists/${crypto.randomUUID()}`);
    await expect(page.getByRole('heading', { name: 'Twoje listy' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Powiadomienie' })).toContainText('Tej listy już nie ma.');
  }
});

test('after a reload inside a dialog the first back leaves the screen, and folded bought items stay folded', async ({
  browser,
}) => {
  const account = await newAccount(product, 'reload');
  const list = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const data = { uuid: crypto.randomUUID(), list, description: 'chleb', quantity: '', done: true };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  const page = await visit(await signedIn(browser, product, account), product);
  await page.getByRole('link', { name: /^Zakupy,/ }).click();
  const folded = page.getByRole('button', { name: 'Zakupione (1)' });
  await folded.click();
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Twoje listy', level: 1 })).toBeVisible();
});
