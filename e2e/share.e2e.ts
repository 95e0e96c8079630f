import { expect } from '@playwright/test';
import { workerInCharge } from './support/account';
import { allSaved, createList, descriptions, openList, signIn } from './support/person';
import { DEMO, type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const share = (parts: Record<string, string>): string => `${product.origin}/lists?${new URLSearchParams(parts)}`;
const sheetOf = (page: import('@playwright/test').Page) => page.getByRole('dialog', { name: 'Dodaj do listy' });
const values = (page: import('@playwright/test').Page) =>
  descriptions(page).evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

test('text shared before sign-in is removed from the address, waits, becomes items of the chosen list, and can be undone', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(
    share({ share_title: 'Na obiad', share_text: '- ryż\n- [ ] oliwa', share_url: 'https://example.com/a' }),
  );
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(page.url()).not.toContain('share_');
  await page.reload();
  await page.getByLabel('E-mail').fill(DEMO.email);
  await page.getByLabel('Hasło', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Zaloguj się' }).click();

  await expect(sheetOf(page)).toContainText('4 produkty do dodania');
  await sheetOf(page).getByRole('button').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/lists\/[0-9a-f-]{36}$/);
  expect((await values(page)).slice(-4)).toEqual(['Na obiad', 'ryż', 'oliwa', 'https://example.com/a']);
  await page.getByRole('button', { name: 'Cofnij' }).click();
  await expect.poll(() => values(page)).not.toContain('oliwa');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(sheetOf(page)).toBeHidden();
});

test('one shared line makes a new list; back drops it; it works offline too', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, product.origin);
  await workerInCharge(page);
  await allSaved(page);
  await context.setOffline(true);

  await page.goto(share({ share_text: 'bułki' }));
  await expect(sheetOf(page)).toContainText('1 produkt do dodania');
  await page.goBack();
  await expect(sheetOf(page)).toBeHidden();

  await page.goto(share({ share_text: 'bułki' }));
  await sheetOf(page).getByRole('button', { name: 'Dodaj listę' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dodaj listę' });
  await dialog.getByRole('button', { name: 'Anuluj' }).click();
  await expect(sheetOf(page)).toBeVisible();
  await sheetOf(page).getByRole('button', { name: 'Dodaj listę' }).click();
  await dialog.getByLabel('Nazwa listy').fill('Piekarnia');
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Piekarnia' })).toBeVisible();
  await expect.poll(() => values(page)).toEqual(['bułki']);
  await context.setOffline(false);
  await allSaved(page);
  await context.close();
});

test('the shortcut of the installed app opens the dialog for a new list', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, product.origin);
  await createList(page, 'Już jest', 'Pizza');
  await openList(page, 'Już jest');
  await page.goto(`${product.origin}/lists?new=1`);
  await expect(page.getByRole('dialog', { name: 'Dodaj listę' })).toBeVisible();
  expect(page.url()).not.toContain('new=1');
});
