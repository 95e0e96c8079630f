import { expect, type Page } from '@playwright/test';
import { type Account, expectOnServer, listOnServer, newAccount, rowsOf, signedIn, visit } from './support/account';
import { addItem, allSaved, descriptions, listCard, openList, signInHere } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const NEW_PASSWORD = 'another good password';

/** The owner changes the password elsewhere: every token of the account ends. */
const revokeTokens = async (account: Account): Promise<Account> => {
  await product.setPassword(account.email, NEW_PASSWORD);
  const body = { identifier: account.email, password: NEW_PASSWORD };
  const { jwt } = (await product.call('POST', '/auth/local', { body })) as { jwt: string };
  return { email: account.email, password: NEW_PASSWORD, jwt };
};

const isTurnedAway = async (page: Page): Promise<void> => {
  const notice = page.getByRole('region', { name: 'Powiadomienie' });
  await expect(notice).toContainText('Sesja wygasła. Zaloguj się ponownie.');
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/guest');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
};

test('given a token revoked while offline, then Guest is shown, another user sees no data, and the same user continues without loss', async ({
  browser,
}) => {
  const ola = await newAccount(product, 'ola');
  const ewa = await newAccount(product, 'ewa');
  await listOnServer(product, ola, 'Zakupy', ['mleko']);
  await listOnServer(product, ewa, 'Ogród', ['grabie']);
  const context = await signedIn(browser, product, ola);
  const page = await visit(context, product);
  await openList(page, 'Zakupy');
  await allSaved(page);

  await context.setOffline(true);
  await expect(page.getByText(/^Offline/)).toBeVisible();
  await addItem(page, 'chleb');
  await descriptions(page).first().fill('mleko owsiane');
  const olaAgain = await revokeTokens(ola);
  await context.setOffline(false);
  await isTurnedAway(page);
  await expectOnServer(product, olaAgain, ['mleko']);

  await signInHere(page, ewa);
  await expect(listCard(page, 'Ogród')).toBeVisible();
  await expect(page.getByText('Zakupy', { exact: true })).toHaveCount(0);
  await allSaved(page);
  await page.goto(`${product.origin}/logs`);
  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await expectOnServer(product, ewa, ['grabie']);

  await signInHere(page, olaAgain);
  await expect(listCard(page, 'Ogród')).toHaveCount(0);
  await openList(page, 'Zakupy');
  await expect(descriptions(page)).toHaveCount(2);
  await expect(descriptions(page).last()).toHaveValue('chleb');
  await allSaved(page);
  await expectOnServer(product, olaAgain, ['chleb', 'mleko owsiane']);
  await expectOnServer(product, ewa, ['grabie']);
  expect(await rowsOf(product, ewa, 'lists')).toHaveLength(1);
});

test('given a token revoked with all tabs closed, then the next start leads to Guest, and a sign-in sends all changes', async ({
  browser,
}) => {
  const jan = await newAccount(product, 'jan');
  const listId = await listOnServer(product, jan, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, jan);
  const page = await visit(context, product, `/lists/${listId}`);
  await allSaved(page);
  await context.setOffline(true);
  await expect(page.getByText(/^Offline/)).toBeVisible();
  await addItem(page, 'chleb');
  await page.close();
  const janAgain = await revokeTokens(jan);
  const isRefused = context.waitForEvent('response', (response) => response.status() === 401);
  await context.setOffline(false);
  expect((await isRefused).request().serviceWorker()).not.toBeNull();

  const next = await context.newPage();
  await next.goto(`${product.origin}/lists/${listId}`);
  await isTurnedAway(next);
  await signInHere(next, janAgain);
  await openList(next, 'Zakupy');
  await expect(descriptions(next)).toHaveCount(2);
  await allSaved(next);
  await expectOnServer(product, janAgain, ['chleb', 'mleko']);
});
