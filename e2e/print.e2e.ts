import { expect, type Locator } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { descriptions, listCard } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt } from './support/viewports';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const LONG = Array.from({ length: 40 }, (_, place) => `wyraz${place}`).join(' ');

const LONG_QUANTITY = 'dwa duże kubki albo cztery małe';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`a list prints as a list, from a ${colorScheme} screen ${width} px wide`, async ({ browser }) => {
      const account = await newAccount(product, `druk-${colorScheme}-${width}`);
      const list = await listOnServer(product, account, 'Zakupy', ['mleko', LONG]);
      const data = { uuid: crypto.randomUUID(), list, description: 'chleb', quantity: '2 szt.', done: true };
      await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
      const much = { uuid: crypto.randomUUID(), list, description: 'śmietana', quantity: LONG_QUANTITY, done: false };
      await product.call('POST', '/list-items', { jwt: account.jwt, body: { data: much } });
      const options = { viewport: { width, height: 844 }, colorScheme };
      const page = await openAt(browser, product, account, options, { path: `/lists/${list}` });
      await expect(descriptions(page)).toHaveCount(3);
      // The row with the caret prints like the others.
      await descriptions(page).first().focus();
      await page.emulateMedia({ media: 'print' });

      await expect(descriptions(page).first()).toHaveCSS('caret-color', 'rgba(0, 0, 0, 0)');
      for (const handle of await page.locator('.handle').all()) await expect(handle).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Zakupy', level: 1 })).toBeVisible();
      for (const button of await page.locator('button, nav').all()) await expect(button).toBeHidden();
      await expect(page.locator('[data-tone]:visible')).toHaveCount(0);
      await expect(page.getByRole('checkbox')).toHaveCount(4);
      await expect(page.getByText('2 szt.')).toBeVisible();
      const looks = await page.locator('h1, li textarea, li .text, li .quantity').evaluateAll((parts) =>
        parts.map((part) => {
          const { color, backgroundColor } = getComputedStyle(part);
          return `${color} on ${backgroundColor}`;
        }),
      );
      expect([...new Set(looks)]).toEqual(['rgb(0, 0, 0) on rgba(0, 0, 0, 0)']);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
      const bought = page.getByText('chleb', { exact: true });
      expect(await bought.evaluate((text) => getComputedStyle(text).textDecorationLine)).toBe('line-through');
      const isCut = await descriptions(page)
        .nth(1)
        .evaluate((field) => field.scrollHeight > field.clientHeight + 1);
      expect(isCut).toBe(false);
      const quantity = page.locator('li input.quantity').last();
      expect(await quantity.inputValue()).toBe(LONG_QUANTITY);
      expect(await quantity.evaluate((field) => field.scrollWidth > field.clientWidth)).toBe(false);
      const title = await page.getByRole('heading', { name: 'Zakupy', level: 1 }).boundingBox();
      for (const box of await page.getByRole('checkbox').all()) expect((await box.boundingBox())?.x).toBe(title?.x);
      if (process.env.E2E_PDF) await page.pdf({ path: `${process.env.E2E_PDF}/print-${colorScheme}-${width}.pdf` });
    });
  }
}

test('a list whose bought items are collapsed prints them too', async ({ browser }) => {
  const account = await newAccount(product, 'druk-zwiniete');
  const list = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const data = { uuid: crypto.randomUUID(), list, description: 'chleb', quantity: '', done: true };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  const page = await openAt(
    browser,
    product,
    account,
    { viewport: { width: 390, height: 844 } },
    { path: `/lists/${list}` },
  );
  await page.getByRole('button', { name: 'Zakupione (1)' }).click();
  await expect(page.getByText('chleb', { exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('chleb', { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText('chleb', { exact: true })).toBeHidden();
});

test('the overview prints when no list is open beside it', async ({ browser }) => {
  const account = await newAccount(product, 'druk-listy');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const options = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;
  const page = await openAt(browser, product, account, options, { path: '/lists' });
  await expect(listCard(page, 'Zakupy')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(listCard(page, 'Zakupy')).toBeVisible();
  await expect(page.getByText('Wybierz listę, a otworzy się tutaj.')).toBeHidden();
  for (const control of await page.locator('button, nav').all()) await expect(control).toBeHidden();
  const card = listCard(page, 'Zakupy');
  // The name takes the place of the icon, which is not printed.
  const left = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().left);
  expect((await left(card.getByText('Zakupy'))) - (await left(card))).toBeLessThan(40);
  expect(await card.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(0, 0, 0)');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
});
