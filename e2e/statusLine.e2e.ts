import { expect } from '@playwright/test';
import { listOnServer, newAccount, signedIn, visit } from './support/account';
import { addItem, allSaved } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

test('a tick does not change the status line, and a refused change leads to Logs until it was seen', async ({
  browser,
}) => {
  const account = await newAccount(product, 'stan');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const page = await visit(context, product, `/lists/${listId}`);
  await allSaved(page);
  await page.evaluate(() => {
    const said: (string | null)[] = [];
    Object.assign(window, { said });
    const line = (): string | null => document.querySelector('[data-tone]')?.textContent ?? null;
    new MutationObserver(() => said.push(line())).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.getByRole('checkbox', { name: 'Kupione: mleko' }).click();
  await expect(page.locator('[data-unsent="1"]')).toBeVisible();
  await allSaved(page);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect([...new Set(said)]).toEqual(['Wszystko zapisane']);

  const refusal = { data: null, error: { status: 400, name: 'ValidationError', message: 'no bread', details: {} } };
  await context.route('**/api/list-items', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
  );
  await addItem(page, 'chleb');
  await page.setViewportSize({ width: 390, height: 520 });
  await page.getByRole('link', { name: '1 zmiany nie przyjęto' }).click();
  await expect(page.getByText('no bread')).toBeVisible();
  // The page scrolls to the refused changes, and its header does not cover them.
  const [heading, header] = [page.getByRole('heading', { name: 'Odrzucone zmiany' }), page.locator('header')];
  await expect(heading).toBeFocused();
  const [top, above] = [await heading.boundingBox(), await header.boundingBox()];
  expect((top?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(-1);
  await page.goBack();
  await expect(page.getByText('Wszystko zapisane')).toBeVisible();
});
