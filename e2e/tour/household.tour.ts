import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { listCard, openList } from '../support/person';
import { freePort, type Product, startProduct } from '../support/product';
import { furnishHousehold, type Login, openSignedIn, PHONE, type Shoot, shootInto } from './scenes';

const docs = resolve(import.meta.dirname, '../../docs');
const tour = readFileSync(`${docs}/tour.md`, 'utf8');
const take = shootInto(`${docs}/pictures`);
/** What the tour shows; most of it in one scheme. */
const shoot: Shoot = async (page, name) => {
  if (tour.includes(`${name}.png`)) await take(page, name);
};

let product: Product;
let ania: Login;
let bartek: Login;
test.beforeAll(async () => {
  const port = await freePort();
  // Nobody listens for mail: the pictures show the question, not the letter.
  const env = { PORT: String(port), SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: `http://localhost:${port}` };
  product = await startProduct(env);
  [ania, bartek] = await furnishHousehold(product);
});
test.afterAll(() => product.dispose());

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a list for two, ${colorScheme}`, async ({ browser }) => {
    const page = await openSignedIn(browser, product, ania, { viewport: PHONE, colorScheme });
    await expect(listCard(page, 'Zakupy na weekend')).toHaveAccessibleName(/2 osoby/);
    await shoot(page, `shared-lists-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Więcej opcji: Zakupy na weekend' }).click();
    await page.getByRole('button', { name: 'Udostępnij' }).click();
    const sheet = page.getByRole('dialog', { name: 'Kto ma listę „Zakupy na weekend”' });
    await sheet.getByRole('button', { name: 'Zaproś' }).click();
    const link = await sheet.getByLabel('Link z zaproszeniem').inputValue();
    await expect(sheet.getByRole('img', { name: 'Kod QR z zaproszeniem' })).toBeVisible();
    await shoot(page, `sharing-${colorScheme}-390`);
    await sheet.getByRole('button', { name: 'Zamknij' }).click();
    await openList(page, 'Zakupy na weekend');
    await page.getByRole('checkbox', { name: 'Kupione: mleko 3,2%' }).click({ modifiers: ['ControlOrMeta'] });
    await page.locator('li[data-item]').nth(3).click();
    await expect(page.getByRole('group', { name: 'Zaznaczone produkty' })).toBeVisible();
    await shoot(page, `selecting-${colorScheme}-390`);
    await page.context().close();

    const guest = await (await browser.newContext({ viewport: PHONE, colorScheme, locale: 'pl-PL' })).newPage();
    await guest.goto(link);
    await expect(guest.getByText('Zaprasza: Ania.')).toBeVisible();
    await shoot(guest, `invited-${colorScheme}-390`);
    await guest.context().close();
  });

  test(`the account, ${colorScheme}`, async ({ browser }) => {
    const page = await openSignedIn(browser, product, bartek, { viewport: PHONE, colorScheme });
    await page.goto(`${product.origin}/logs`);
    await expect(page.getByRole('button', { name: 'Usuń konto' })).toBeVisible();
    await shoot(page, `account-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Usuń konto' }).click();
    await expect(page.getByRole('dialog', { name: 'Usuń konto' })).toBeVisible();
    await shoot(page, `delete-account-${colorScheme}-390`);
    await page.context().close();

    const owner = await openSignedIn(browser, product, ania, { viewport: PHONE, colorScheme });
    await owner.goto(`${product.origin}/logs`);
    await owner.getByRole('button', { name: 'Przywróć usuniętą listę' }).click();
    await expect(owner.getByText('Pizza w piątek')).toBeVisible();
    await shoot(owner, `removed-lists-${colorScheme}-390`);
    await owner.context().close();

    const guest = await (await browser.newContext({ viewport: PHONE, colorScheme, locale: 'pl-PL' })).newPage();
    await guest.goto(`${product.origin}/guest`);
    await guest.getByLabel('E-mail').fill('ania@example.com');
    await guest.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(guest.getByRole('dialog', { name: 'Nie pamiętasz hasła?' })).toBeVisible();
    await shoot(guest, `forgot-${colorScheme}-390`);
    await guest.context().close();
    const reset = await (await browser.newContext({ viewport: PHONE, colorScheme, locale: 'pl-PL' })).newPage();
    await reset.goto(`${product.origin}/guest#reset=a-code`);
    await expect(reset.getByRole('heading', { name: 'Nowe hasło' })).toBeVisible();
    await shoot(reset, `reset-${colorScheme}-390`);
    await reset.context().close();
  });
}
