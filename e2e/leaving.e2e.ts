import { type Browser, expect, type Page } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { signInHere } from './support/person';
import { PASSWORD, type Product, startProduct } from './support/product';
import { test } from './support/test';

/** Only a browser has this history: back takes a moment there, and leaves the app. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const BEFORE = '/favicon.svg';

/** The app, opened from another page of the same tab. */
const cameFromElsewhere = async (browser: Browser, path: string): Promise<Page> => {
  const page = await (await browser.newContext({ locale: 'pl-PL' })).newPage();
  await page.goto(product.origin + BEFORE);
  await page.goto(product.origin + path);
  return page;
};

const signUpHere = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('button', { name: 'Rejestracja' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Załóż konto' }).click();
};

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** One press of the system's back button. */
const leavesTheApp = async (page: Page): Promise<void> => {
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe(BEFORE);
};

test('after signing up, back leaves the app', async ({ browser }) => {
  const page = await cameFromElsewhere(browser, '/');
  await signUpHere(page, 'nowa@example.com');
  await expect(heading(page, 'Twoje listy')).toBeFocused();
  await leavesTheApp(page);
});

test('given an invitation link, after signing up on its page, back closes the invitation and then leaves the app', async ({
  browser,
}) => {
  const owner = await newAccount(product, 'wlascicielka');
  await product.call('PUT', '/users/me', { jwt: owner.jwt, body: { name: 'Ola' } });
  const list = await listOnServer(product, owner, 'Wspólna', []);
  const path = '/lists?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z';
  const { data } = (await product.call('GET', path, owner)) as { data: { uuid: string; documentId: string }[] };
  const documentId = data.find(({ uuid }) => uuid === list)?.documentId;
  const invite = await product.call('POST', `/lists/${documentId}/invites`, { jwt: owner.jwt, body: {} });
  const page = await cameFromElsewhere(browser, `/lists#invite=${(invite as { data: { code: string } }).data.code}`);
  await signUpHere(page, 'gosc@example.com');
  await expect(page.getByRole('dialog')).toContainText('Wspólna');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'Twoje listy')).toBeVisible();
  await leavesTheApp(page);
});

test('after signing out, back leaves the app, also once somebody has signed in again', async ({ browser }) => {
  const account = await newAccount(product, 'stala');
  for (const isBack of [false, true]) {
    const page = await cameFromElsewhere(browser, '/');
    await signInHere(page, account);
    await page.getByRole('link', { name: 'Logi' }).click();
    await page.getByRole('button', { name: 'Wyloguj', exact: true }).click();
    await expect(heading(page, 'Logowanie')).toBeVisible();
    // Going back to the first entry of the app takes a moment.
    await page.waitForFunction(() => (history.state as { idx?: number } | null)?.idx === 0);
    if (isBack) await signInHere(page, account);
    await leavesTheApp(page);
  }
});
