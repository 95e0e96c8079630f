import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, signedIn, visit } from './support/account';
import { addItem, allSaved, listCard, openList, signInHere } from './support/person';
import { PASSWORD, type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const NEW_PASSWORD = 'zupełnie nowe hasło';

test('given a password changed on Logs, then this device continues and the other one has to sign in with the new password', async ({
  browser,
}) => {
  const ola = await newAccount(product, 'ola');
  await listOnServer(product, ola, 'Zakupy', ['mleko']);
  const phone = await visit(await signedIn(browser, product, ola), product);
  const laptopContext = await browser.newContext({ locale: 'pl-PL' });
  const laptop = await laptopContext.newPage();
  await laptop.goto(product.origin);
  await signInHere(laptop, ola);
  await expect(listCard(laptop, 'Zakupy')).toBeVisible();

  await phone.goto(`${product.origin}/logs`);
  await phone.getByRole('button', { name: 'Zmień hasło' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Zmień hasło' });
  await dialog.getByLabel('Obecne hasło').fill(PASSWORD);
  await dialog.getByLabel('Nowe hasło').fill('password');
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('To hasło jest zbyt popularne. Wybierz inne.');
  await dialog.getByLabel('Nowe hasło').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expect(dialog).toBeHidden();

  await phone.goto(`${product.origin}/lists`);
  await openList(phone, 'Zakupy');
  await addItem(phone, 'chleb');
  await allSaved(phone);

  await laptop.reload();
  await expect(laptop.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  await signInHere(laptop, { ...ola, password: NEW_PASSWORD });
  await expect(listCard(laptop, 'Zakupy')).toBeVisible();
  const body = { identifier: ola.email, password: NEW_PASSWORD };
  const { jwt } = (await product.call('POST', '/auth/local', { body })) as { jwt: string };
  await expectOnServer(product, { ...ola, jwt }, ['chleb', 'mleko']);
});

test('signing out ends the session at the server, and "other devices" all others', async ({ browser }) => {
  const ola = await newAccount(product, 'ola');
  const context = await signedIn(browser, product, ola);
  const page = await visit(context, product);
  const other = await product.call('POST', '/auth/local', { body: { identifier: ola.email, password: PASSWORD } });
  const isGood = async (jwt: string) => !('error' in ((await product.call('GET', '/users/me', { jwt })) as object));
  const otherJwt = (other as { jwt: string }).jwt;
  expect([await isGood(ola.jwt), await isGood(otherJwt)]).toEqual([true, true]);

  await page.goto(`${product.origin}/logs`);
  await page.getByRole('button', { name: 'Zakończ sesje na innych urządzeniach' }).click();
  await expect(page.getByText('Zakończono sesje na innych urządzeniach.').first()).toBeVisible();
  expect([await isGood(ola.jwt), await isGood(otherJwt)]).toEqual([true, false]);

  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  await expect.poll(() => isGood(ola.jwt)).toBe(false);
});

test('given an export and a deletion of the account, then the file has the data, and server and device have none', async ({
  browser,
}) => {
  const ola = await newAccount(product, 'ola');
  await listOnServer(product, ola, 'Zakupy', ['mleko', 'chleb']);
  const context = await signedIn(browser, product, ola);
  const page = await visit(context, product);
  const otherTab = await visit(context, product);
  await expect(listCard(page, 'Zakupy')).toBeVisible();

  await page.goto(`${product.origin}/logs`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pobierz moje dane' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^listy-\d{4}-\d\d-\d\d\.json$/);
  const { account, lists } = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(account).toMatchObject({ email: ola.email });
  expect(lists).toMatchObject([{ name: 'Zakupy', items: [{ description: 'mleko' }, { description: 'chleb' }] }]);

  await page.getByRole('button', { name: 'Usuń konto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usuń konto' });
  await dialog.getByLabel('Obecne hasło').fill('nie to hasło');
  await dialog.getByRole('button', { name: 'Usuń na zawsze' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('To nie jest obecne hasło.');
  await dialog.getByLabel('Obecne hasło').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Usuń na zawsze' }).click();
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Powiadomienie' })).toContainText('Konto zostało usunięte.');
  await expect(otherTab.getByRole('heading', { name: 'Logowanie' })).toBeVisible();

  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '')))
    .not.toContainEqual(expect.stringContaining('listy-user-'));
  const kept = page.evaluate(
    () =>
      new Promise<readonly IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open('listy-kept');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('keyvaluepairs').objectStore('keyvaluepairs').getAllKeys();
          keys.onsuccess = () => resolve(keys.result);
        };
      }),
  );
  expect(await kept).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain(ola.email);
  const answer = await product.call('POST', '/auth/local', { body: { identifier: ola.email, password: PASSWORD } });
  expect(answer).toHaveProperty('error');
});
