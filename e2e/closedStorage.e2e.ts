import { expect, test } from '@playwright/test';
import { createList, descriptions, openList, signIn } from './support/person';
import { type Product, startProduct } from './support/product';
import { PHONE } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

test('given a browser without storage, then the app says so and works until the page closes', async ({ browser }) => {
  const context = await browser.newContext(PHONE);
  // As with blocked cookies: even naming a storage throws, and a database is refused when it is opened.
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
