import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, rowsOf, visit, workerInCharge } from './support/account';
import { PASSWORD, type Product, startProduct } from './support/product';
import { test } from './support/test';
import { buildVariant } from './support/variant';

/** The product below a path of an origin that it shares with other programs. */
const BASE = '/listy/';

let product: Product;

test.beforeAll(async () => {
  product = await startProduct({}, buildVariant('below-a-path', { BASE_PATH: BASE }), BASE);
});
test.afterAll(() => product.dispose());

const signIn = async (context: BrowserContext, email: string): Promise<Page> => {
  const page = await visit(context, product, `${BASE}guest`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Zaloguj się' }).click();
  await page.waitForURL(`**${BASE}lists`);
  return page;
};

test('below a path the app signs in, installs, works offline, and shows a tick of another browser', async ({
  browser,
}) => {
  const account = await newAccount(product, 'below');
  const list = await listOnServer(product, account, 'Weekend', ['Mleko', 'Chleb']);
  const [phone, laptop] = [await browser.newContext(), await browser.newContext()];
  const requests: string[] = [];
  phone.on('request', (request) => requests.push(request.url()));

  const page = await signIn(phone, account.email);
  const other = await signIn(laptop, account.email);
  // A row is a link that can be opened in a tab of its own.
  await expect(page.getByRole('link', { name: /Weekend/ })).toHaveAttribute('href', `${BASE}lists/${list}`);
  await page.getByRole('link', { name: /Weekend/ }).click();
  await page.waitForURL(`**${BASE}lists/${list}`);
  await other.getByRole('link', { name: /Weekend/ }).click();
  await other.getByRole('checkbox', { name: /Mleko/ }).click();
  await expect(page.getByText('Zakupione (1)')).toBeVisible();

  await phone.setOffline(true);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /Chleb/ })).toBeVisible();
  await page.getByRole('checkbox', { name: /Chleb/ }).click();
  await phone.setOffline(false);
  await expect(other.getByText('Zakupione (2)')).toBeVisible();
  await expectOnServer(product, account, ['Mleko', 'Chleb']);
  expect((await rowsOf(product, account, 'list-items')).every(({ done }) => done)).toBe(true);

  // Nothing was asked for beside the path, and nothing is kept under a name that another program of the origin may use.
  const ours = requests.map((url) => new URL(url)).filter(({ origin }) => origin === product.origin);
  expect(ours.filter(({ pathname }) => !pathname.startsWith(BASE))).toEqual([]);
  const kept = await page.evaluate(async () => [
    ...Object.keys(localStorage).filter((key) => /token|user|session/i.test(key)),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ...(await caches.keys()),
  ]);
  expect(kept.length).toBeGreaterThan(4);
  expect(kept.filter((name) => !name.includes(BASE) && !name.startsWith('workbox-background-sync'))).toEqual([]);
});

test('the browser can install it: manifest, pictures and worker lie below the path', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await visit(context, product, BASE);
  await workerInCharge(page);
  const devtools = await context.newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${product.origin}${BASE}manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const registration = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(registration).toBe(product.origin + BASE);
  const manifest = (await (await page.request.get(url)).json()) as {
    readonly id: string;
    readonly start_url: string;
    readonly icons: readonly { readonly src: string }[];
    readonly share_target: { readonly action: string };
  };
  expect([manifest.id, manifest.start_url, manifest.share_target.action]).toEqual([
    BASE,
    `${BASE}lists`,
    `${BASE}lists`,
  ]);
  for (const { src } of manifest.icons) expect((await page.request.get(product.origin + src)).status()).toBe(200);
});

test('the root redirects to the app, and other paths are 404', async ({ page }) => {
  await page.goto(product.origin);
  await page.waitForURL(`**${BASE}guest`);
  expect((await page.request.get(`${product.origin}/lists`, { headers: { accept: 'text/html' } })).status()).toBe(404);
});
