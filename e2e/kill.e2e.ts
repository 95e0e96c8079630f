import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import {
  type Account,
  expectOnServer,
  itemsOnServer,
  listOnServer,
  newAccount,
  visit,
  workerInCharge,
} from './support/account';
import { type KillableBrowser, newProfile, type Profile } from './support/killableBrowser';
import { allSaved, descriptions, listCard, shownItems, signInHere } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
let profile: Profile;
test.beforeEach(async () => {
  product = await startProduct();
  profile = newProfile();
});
test.afterEach(async () => {
  profile.dispose();
  await product.dispose();
});

const KILLS = 10;

/** Signs the profile in, and lets the browser put that on disk: local storage takes its time. */
const signInProfile = async (account: Account): Promise<void> => {
  const first = await profile.launch();
  const page = await first.context.newPage();
  await page.goto(`${product.origin}/`);
  await page.evaluate((jwt) => localStorage.setItem('token', jwt), account.jwt);
  await visit(first.context, product);
  await first.close();
};

const openPage = async (path: string): Promise<{ browser: KillableBrowser; page: Page }> => {
  const browser = await profile.launch();
  const page = await browser.context.newPage();
  await page.goto(product.origin + path);
  return { browser, page };
};

const openAgain = async (listId: string): Promise<{ browser: KillableBrowser; page: Page }> => {
  const { browser, page } = await openPage(`/lists/${listId}`);
  await expect(page.getByRole('heading', { name: 'Zakupy', level: 1 })).toBeVisible();
  await expect(descriptions(page).first()).toBeVisible();
  return { browser, page };
};

/** One act of a person that makes several rows. */
const paste = (page: Page, lines: readonly string[]): Promise<void> =>
  descriptions(page)
    .first()
    .evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, lines.join('\n'));

/**
 * Reads the person's database once. Such a read waits for each write that began before it, so the disk says how long this
 * takes, not a clock. It does not wait for a write that has not begun by then.
 */
const waitForDisk = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find(({ name }) => name?.startsWith('listy-user')) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const database = opening.result;
    await new Promise((resolve) => {
      database.transaction([...database.objectStoreNames]).oncomplete = resolve;
    });
    database.close();
  });

for (const { delayMs, mustSurvive } of [
  { delayMs: 0, mustSurvive: 0 },
  { delayMs: 50, mustSurvive: KILLS },
  { delayMs: 500, mustSurvive: KILLS },
]) {
  test(`a browser killed ${delayMs} ms after an edit opens with whole edits, and nothing is doubled`, async () => {
    test.setTimeout(300_000);
    const account = await newAccount(product, `kill${delayMs}`);
    const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
    await signInProfile(account);

    let known = ['mleko'];
    let survived = 0;
    let { browser, page } = await openAgain(listId);
    expect(await shownItems(page)).toEqual(known);
    for (let round = 0; round < KILLS; round += 1) {
      const pasted = [`${round} sól`, `${round} pieprz`, `${round} bazylia`];
      const edited = `mleko ${round}`;
      const isPaste = round % 2 === 1;
      if (isPaste) await paste(page, pasted);
      else await descriptions(page).first().fill(edited);
      const wanted = isPaste ? [...known, ...pasted] : [edited, ...known.slice(1)];
      if (delayMs) await Promise.all([sleep(delayMs), waitForDisk(page)]);
      await browser.kill();

      ({ browser, page } = await openAgain(listId));
      const found = await shownItems(page);
      expect([known, wanted]).toContainEqual(found);
      if (found.join() === wanted.join()) survived += 1;
      known = found;
    }
    console.info(`killed ${delayMs} ms after an edit: ${survived}/${KILLS} edits survived`);
    expect(survived).toBeGreaterThanOrEqual(mustSurvive);

    await allSaved(page);
    await expectOnServer(product, account, known);
    expect(await shownItems(page)).toEqual(known);
    await browser.close();
    expect(await itemsOnServer(product, account)).toHaveLength(known.length);
  });
}

for (const isOffline of [false, true]) {
  test(`a second account of a browser killed just after its sign-in is there at the next start${isOffline ? ', offline too' : ''}`, async () => {
    const [first, second] = [await newAccount(product, 'pierwsza'), await newAccount(product, 'druga')];
    await listOnServer(product, first, 'Jej lista', ['mleko']);
    await listOnServer(product, second, 'Jego lista', ['chleb']);
    await signInProfile(first);

    const { browser, page } = await openPage('/logs');
    await page.getByRole('button', { name: 'Wyloguj' }).click();
    await signInHere(page, second);
    await expect(listCard(page, 'Jego lista')).toBeVisible();
    await allSaved(page);
    await workerInCharge(page);
    await browser.kill();

    if (isOffline) await product.stop();
    const after = await openPage('/lists');
    await expect(listCard(after.page, 'Jego lista')).toBeVisible();
    await expect(listCard(after.page, 'Jej lista')).toHaveCount(0);
    await after.browser.kill();
  });
}

test('given a sign-out, when the browser is killed, then the person stays signed out', async () => {
  const account = await newAccount(product, 'wylogowana');
  await listOnServer(product, account, 'Jej lista', ['mleko']);
  await signInProfile(account);
  const { browser, page } = await openPage('/logs');
  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await page.goto(`${product.origin}/lists`);
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  await browser.kill();
  const after = await openPage('/lists');
  await expect(after.page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  expect(await after.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await after.browser.kill();
});
