import { expect, type Page } from '@playwright/test';
import { workerInCharge } from './support/account';
import { allSaved, createList, descriptions, openList, signIn } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { PHONE } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

test('given a browser without storage, then the app says so and works until the page closes', async ({ browser }) => {
  const context = await browser.newContext(PHONE);
  // As in a browser that blocks cookies: any access to a storage throws, and no database can be opened.
  await context.addInitScript(() => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: denied });
    IDBFactory.prototype.open = denied;
  });
  const page = await context.newPage();
  await signIn(page, product.origin);
  await createList(page, 'Ulotna', 'Kot');
  await page.getByRole('button', { name: 'Pokaż błąd' }).click();
  await expect(page.getByText(/^Ta przeglądarka nie pozwala zapisywać danych/).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await openList(page, 'Ulotna');
  await page.keyboard.type('mleko');
  await expect(descriptions(page).first()).toHaveValue('mleko');
  await context.close();
});

/** What a newer build does in another window: it adds a store to the database of each user. */
const addStore = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const users = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('listy-user'));
    if (users.length === 0) throw new Error('no database of a user');
    for (const { name = '', version = 0 } of users) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version + 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('of a newer build');
        opening.onblocked = () => reject(new Error('the open window does not let go of the database'));
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
    }
  });

test('given an open window, when a newer build adds a store in another one, then the window goes on storing', async ({
  browser,
}) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await signIn(page, product.origin);
  await createList(page, 'Stara wersja', 'Kot');
  await openList(page, 'Stara wersja');
  const newer = await context.newPage();
  await newer.goto(`${product.origin}/logs`);
  await addStore(newer);
  await newer.close();
  await workerInCharge(page);

  await context.setOffline(true);
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  await descriptions(page).first().focus();
  // In one task, as a person who types the last letter and closes the window.
  await page.evaluate(() => {
    document.execCommand('insertText', false, 'mleko');
    location.reload();
  });
  await expect(descriptions(page).first()).toHaveValue('mleko');
  await context.setOffline(false);
  await allSaved(page);
  await context.close();
});
