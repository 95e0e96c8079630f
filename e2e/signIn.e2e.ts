import { expect, type Page } from '@playwright/test';
import { listOnServer, newAccount, signedIn, visit, workerInCharge } from './support/account';
import { allSaved, descriptions } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const line = (page: Page) => page.locator('[data-tone]');

const tryToSignIn = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail').fill('ola@example.com');
  await page.getByLabel('Hasło', { exact: true }).fill('whatever');
  await page.getByRole('button', { name: 'Zaloguj się' }).click();
};

test('given a sign-in without an answer, then it says why and marks no field as wrong', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(product.origin);
  let status = 503;
  await context.route('**/api/auth/local', (route) => route.fulfill({ status, body: '' }));
  await tryToSignIn(page);
  await expect(line(page)).toHaveText('Serwer nie odpowiada');
  status = 429;
  await tryToSignIn(page);
  await expect(line(page)).toHaveText('Za dużo prób, spróbuj za minutę');
  // The code of the sign-up is stored with the worker.
  await workerInCharge(page);
  await context.setOffline(true);
  await expect(line(page)).toHaveText('Offline · logowanie wymaga internetu');
  await page.getByRole('button', { name: 'Rejestracja' }).click();
  await expect(line(page)).toHaveText('Offline · zakładanie konta wymaga internetu');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
});

test('after an expired session the e-mail is filled in, and the sign-in leads back to the list', async ({
  browser,
}) => {
  const account = await newAccount(product, 'powrot');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const page = await visit(context, product, `/lists/${listId}`);
  await allSaved(page);
  await product.setPassword(account.email, 'another good password');
  await page.reload();
  await expect(page.getByLabel('E-mail')).toHaveValue(account.email);
  await page.getByLabel('Hasło', { exact: true }).fill('another good password');
  await page.getByRole('button', { name: 'Zaloguj się' }).click();
  await expect(page.getByRole('heading', { name: 'Zakupy', level: 1 })).toBeVisible();
  await expect(descriptions(page)).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe(`/lists/${listId}`);
});
