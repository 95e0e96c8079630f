import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectOnServer, itemsOnServer, listOnServer, newAccount, rowsOf, signedIn, visit } from './support/account';
import { newProfile } from './support/killableBrowser';
import { allSaved, descriptions, shownItems, signInHere } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

const LINE = 'Serwer wrócił do starszej kopii.';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const openOn = async (context: BrowserContext, listId: string): Promise<Page> => {
  const page = await visit(context, product, `/lists/${listId}`);
  await expect(page.getByRole('heading', { name: 'Zakupy', level: 1 })).toBeVisible();
  await allSaved(page);
  return page;
};

const expectShown = (page: Page, items: readonly string[]): Promise<void> =>
  expect.poll(() => shownItems(page), { timeout: 60_000 }).toEqual(items);

/** A field that has the focus keeps what is typed there, whatever arrives. */
const leaveField = (page: Page): Promise<void> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

const edit = async (page: Page, at: number, text: string): Promise<void> => {
  await descriptions(page).nth(at).fill(text);
  await leaveField(page);
};

const add = async (page: Page, text: string): Promise<void> => {
  const before = await descriptions(page).count();
  await page.getByRole('button', { name: 'Dodaj produkt' }).click();
  await expect(descriptions(page)).toHaveCount(before + 1);
  await page.keyboard.type(text);
  await leaveField(page);
};

const remove = async (page: Page, text: string): Promise<void> => {
  const at = (await shownItems(page)).indexOf(text);
  await descriptions(page).nth(at).click();
  await page.getByRole('button', { name: `Usuń produkt: ${text}` }).click();
  await leaveField(page);
};

test('given three devices and a server that was set back, then later rows, edits and removals are restored, and an unsent edit stays', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const account = await newAccount(product, 'restored');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb', 'ser']);
  const contexts = await Promise.all([0, 1, 2].map(() => signedIn(browser, product, account)));
  const pages: Page[] = [];
  for (const context of contexts) pages.push(await openOn(context, listId));
  const [anna, bartek, celina] = pages as [Page, Page, Page];
  await product.copyData();

  await edit(anna, 0, 'mleko owsiane');
  await add(anna, 'masło');
  await remove(bartek, 'chleb');
  const since = ['mleko owsiane', 'ser', 'masło'];
  for (const [at, page] of pages.entries()) await test.step(`device ${at}`, () => expectShown(page, since));
  await expectOnServer(product, account, since);
  for (const page of pages) await allSaved(page);

  await contexts[2]?.setOffline(true);
  await edit(celina, 0, 'mleko sojowe');
  await product.restoreData();
  await expectOnServer(product, account, since);
  await contexts[2]?.setOffline(false);

  const whole = ['mleko sojowe', 'ser', 'masło'];
  await expectOnServer(product, account, whole);
  for (const page of pages) {
    await expectShown(page, whole);
    await allSaved(page);
  }
  // Each row is there once, and at least one device says what happened.
  expect(await rowsOf(product, account, 'lists')).toHaveLength(1);
  // The message waits behind an undo bar, such as the one of Bartek's removal.
  const isTold = (page: Page): Promise<boolean> => page.locator('[data-snackbar]', { hasText: LINE }).isVisible();
  await expect.poll(async () => (await Promise.all(pages.map(isTold))).includes(true)).toBe(true);
  for (const context of contexts) await context.close();
});

test('given a device that is killed while it restores the server, when it opens again, then no row is lost or doubled', async () => {
  test.setTimeout(300_000);
  const profile = newProfile();
  try {
    const account = await newAccount(product, 'killed');
    const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
    const first = await profile.launch();
    const blank = await first.context.newPage();
    await blank.goto(`${product.origin}/`);
    await blank.evaluate((jwt) => localStorage.setItem('token', jwt), account.jwt);
    await visit(first.context, product);
    await product.copyData();
    const more = Array.from({ length: 12 }, (_, at) => `produkt ${at}`);
    for (const description of more) {
      const data = { uuid: crypto.randomUUID(), list: listId, description, quantity: '', done: false };
      await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
    }
    const page = await openOn(first.context, listId);
    await expectShown(page, ['mleko', ...more]);
    await first.close();

    await product.restoreData();
    expect(await itemsOnServer(product, account)).toEqual(['mleko']);
    for (let kill = 0; kill < 3; kill += 1) {
      const opened = await profile.launch();
      const killed = opened.context.waitForEvent('request', {
        predicate: (request) => request.method() === 'POST' && request.url().endsWith('/api/list-items'),
      });
      const again = await opened.context.newPage();
      void again.goto(`${product.origin}/lists/${listId}`).catch(() => undefined);
      await Promise.race([killed, again.waitForTimeout(8000)]).catch(() => undefined);
      await opened.kill();
    }
    const last = await profile.launch();
    await openOn(last.context, listId);
    await expectOnServer(product, account, ['mleko', ...more]);
    await last.close();
  } finally {
    profile.dispose();
  }
});

test('given an account that a restored server has forgotten, when its number goes to somebody else, then that person gets none of its data', async ({
  browser,
}) => {
  await newAccount(product, 'ania');
  await product.copyData();
  const forgotten = await newAccount(product, 'bartek');
  const listId = await listOnServer(product, forgotten, 'Zakupy', ['prezent']);
  const page = await openOn(await signedIn(browser, product, forgotten), listId);
  await page.goto(`${product.origin}/logs`);
  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();

  await product.restoreData();
  const next = await newAccount(product, 'celina');
  await signInHere(page, next);
  await allSaved(page);
  await expect(page.getByText('Nie masz jeszcze żadnej listy.')).toBeVisible();
  expect(await rowsOf(product, next, 'lists')).toEqual([]);
});
