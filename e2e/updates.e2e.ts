import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { allSaved, createList, descriptions, openList, signIn } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { buildVariant, deploy, variantFolder } from './support/variant';

let product: Product;
let dist: string;
let builds: { first: string; second: string; third: string };

test.beforeAll(async () => {
  test.setTimeout(240_000);
  builds = {
    first: buildVariant('first', { VITE_BUILD: 'first' }),
    second: buildVariant('second', { VITE_BUILD: 'second' }),
    third: buildVariant('third', { VITE_BUILD: 'third' }),
  };
  dist = variantFolder('served');
  cpSync(builds.first, dist, { recursive: true });
  product = await startProduct({}, dist);
});
test.afterAll(() => product.dispose());

const build = (page: Page) => page.locator('html');
const runs = (page: Page, name: string) => expect(build(page)).toHaveAttribute('data-build', name);

/** The first worker is in charge, so the next one is an update. */
const isControlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

const askForUpdate = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

const offer = (page: Page) =>
  page.getByRole('region', { name: 'Powiadomienie' }).getByText('Dostępna jest nowa wersja.');
const take = (page: Page) => page.getByRole('button', { name: 'Odśwież' }).click();

/**
 * Opens a second tab beside this one. The browser also looks for an update some time after a page loaded: if a tab opens
 * just then, no later look is answered while Playwright is attached (a browser without it is not affected). After a
 * look of our own this does not happen.
 */
const openTab = async (beside: Page, path: string): Promise<Page> => {
  await askForUpdate(beside);
  const page = await beside.context().newPage();
  await page.goto(product.origin + path);
  return page;
};

test('a new version is offered, never forced; once accepted, every tab reloads when it can, without loss', async ({
  browser,
}) => {
  deploy(builds.first, dist);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, product.origin);
  await runs(page, 'first');
  await isControlled(page);
  await createList(page, 'Zakupy', 'Pizza');
  await openList(page, 'Zakupy');
  await page.keyboard.type('mleko');
  await allSaved(page);
  const address = new URL(page.url()).pathname;

  const other = await openTab(page, address);
  await runs(other, 'first');
  await expect(descriptions(other)).toHaveCount(1);
  const chunks = await other.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const oldChunk = chunks.find((name) => /\/assets\/ListPage-.*\.js$/.test(name));
  if (!oldChunk) throw new Error('no chunk of the list page');

  // No request to the provider succeeds, so what is typed now stays unsent.
  await context.route('**/api/list-items**', (route) => route.abort());
  await descriptions(other).first().fill('mleko i chleb');
  await expect(descriptions(other).first()).toBeFocused();

  deploy(builds.second, dist);
  await page.bringToFront();
  await askForUpdate(page);
  // The offer waits while a field has the focus. So this tab gives the focus up.
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(offer(page)).toBeVisible();
  await page.waitForTimeout(3000);
  await runs(page, 'first');
  await runs(other, 'first');

  // The caret is in a row again. The person wants the reload all the same.
  await descriptions(page).first().click();
  await take(page);
  await runs(page, 'second');
  await expect(descriptions(page).first()).toHaveValue('mleko i chleb');

  // A field of the other tab has the focus, so that tab is not reloaded, and can still load the chunks of its build.
  await other.waitForTimeout(6000);
  await runs(other, 'first');
  await expect(descriptions(other).first()).toBeFocused();
  expect(await other.evaluate((url) => fetch(url).then(({ status }) => status), oldChunk)).toBe(200);
  expect((await fetch(oldChunk)).status).toBe(404);
  await other.keyboard.type('!');

  await other.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await runs(other, 'second');
  await expect(descriptions(other).first()).toHaveValue('mleko i chleb!');
  await context.unroute('**/api/list-items**');
  await other.bringToFront();
  await other.reload();
  await allSaved(other);
  await expect(descriptions(other).first()).toHaveValue('mleko i chleb!');
  await context.close();
});

test('a hidden or idle tab reloads after the new version was accepted in another tab', async ({ browser }) => {
  deploy(builds.second, dist);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, product.origin);
  await isControlled(page);
  const idle = await openTab(page, '/lists');
  await runs(idle, 'second');
  deploy(builds.third, dist);
  await page.bringToFront();
  await askForUpdate(page);
  await expect(offer(page)).toBeVisible();
  await take(page);
  await runs(page, 'third');
  await runs(idle, 'third');
  await context.close();
});

test('an incomplete deploy is not installed, the complete one is', async ({ browser }) => {
  deploy(builds.first, dist);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, product.origin);
  await isControlled(page);
  deploy(builds.second, dist);
  // As if a second server process behind the same address still had the page of the first build.
  cpSync(join(builds.first, 'client/index.html'), join(dist, 'client/index.html'));
  await askForUpdate(page);
  const isWaiting = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const installing = registration?.installing;
    await new Promise((resolve) => {
      if (installing) installing.addEventListener('statechange', resolve);
      else resolve(null);
    });
    return registration?.waiting != null;
  });
  expect(isWaiting).toBe(false);
  deploy(builds.second, dist);
  await askForUpdate(page);
  await page.getByRole('heading', { level: 1 }).click();
  await take(page);
  await runs(page, 'second');
  await context.setOffline(true);
  await page.reload();
  await runs(page, 'second');
  await context.close();
});

test('given a chunk that a deploy removed, then one reload fixes it; a second one does not follow', async ({
  browser,
}) => {
  deploy(builds.first, dist);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // Prefetched parts would not be asked for again.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await signIn(page, product.origin);
  deploy(builds.second, dist);
  loads = 0;
  await page.getByRole('link', { name: 'Logi' }).click();
  await runs(page, 'second');
  await expect(page.getByRole('heading', { level: 1, name: 'Logi' })).toBeVisible();
  expect(loads).toBe(1);

  await page.goto(`${product.origin}/lists`);
  await runs(page, 'second');
  await context.route('**/assets/ListPage-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Dodaj listę' }).first().click();
  await page.getByLabel('Nazwa listy').fill('Zgubiona');
  loads = 0;
  // A new list opens at once.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Coś poszło nie tak.')).toBeVisible();
  await page.waitForTimeout(3000);
  await expect(page.getByText('Coś poszło nie tak.')).toBeVisible();
  expect(loads).toBe(0);
  await context.close();
});
