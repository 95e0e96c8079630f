import { expect, test } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, signedIn, visit } from './support/account';
import { addItem, allSaved, listCard, openList, signInHere } from './support/person';
import { PASSWORD, type Product, startProduct } from './support/product';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const NEW_PASSWORD = 'zupełnie nowe hasło';

test('a password is changed on Logs: this device goes on, the other one is signed out and comes back with the new one', async ({
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
  await dialog.getByRole('button', { name: 'Zmień hasło' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('To hasło jest zbyt popularne. Wybierz inne.');
  await dialog.getByLabel('Nowe hasło').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Zmień hasło' }).click();
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
