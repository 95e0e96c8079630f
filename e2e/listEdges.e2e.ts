import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { type Product, startProduct } from './support/product';
import { openAt } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;
const LONG = Array.from({ length: 24 }, (_, place) => `wyraz${place}`).join(' ');
const QUANTITY = 'dwa i pół kilograma, najlepiej w kawałku';

/** A list with one long item that has a long quantity. */
const openLong = async (browser: Browser, who: string): Promise<Page> => {
  const account = await newAccount(product, who);
  const list = await listOnServer(product, account, 'Apteka', []);
  const data = { uuid: crypto.randomUUID(), list, description: LONG, quantity: QUANTITY, done: false };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
  await expect(page.getByRole('checkbox')).toBeVisible();
  return page;
};

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on screen');
  return box;
};

/** Where the text of an element stands, in px from the left of the page. */
const textStart = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.lastChild ?? element);
    return range.getBoundingClientRect().left;
  });

test('a row of more than four lines shows four whole ones', async ({ browser }) => {
  const page = await openLong(browser, 'four-lines');
  const lines = await page.locator('textarea').evaluate((field) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
    // What overflows is drawn into padding as well.
    return { shown: field.clientHeight / Number.parseFloat(lineHeight), paddings: [paddingTop, paddingBottom] };
  });
  expect(lines).toEqual({ shown: 4, paddings: ['0px', '0px'] });
  await page.context().close();
});

test('the cross stands beside the quantity, which ends in dots where it is too long', async ({ browser }) => {
  const page = await openLong(browser, 'long-quantity');
  const quantity = page.getByRole('textbox', { name: /^Ilość/ });
  expect(await quantity.evaluate((field) => getComputedStyle(field).textOverflow)).toBe('ellipsis');
  await quantity.focus();
  const [field, cross] = [await boxOf(quantity), await boxOf(page.getByRole('button', { name: /^Usuń produkt/ }))];
  expect(Math.abs(field.y + field.height / 2 - (cross.y + cross.height / 2))).toBeLessThanOrEqual(1);
  await page.getByRole('checkbox').click();
  const text = page.locator('span.quantity');
  await expect(text).toBeVisible();
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  const [seen, row] = [await boxOf(text), await boxOf(page.locator('[data-item]'))];
  expect(seen.x).toBeGreaterThanOrEqual(row.x);
  await page.context().close();
});

test('at 320 px with text of twice the size no name is broken inside a word, and Dodaj stands below the texts', async ({
  browser,
}) => {
  const page = await openLong(browser, 'narrow-and-large');
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  const heading = page.getByRole('heading', { level: 1 });
  const lineHeight = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect((await boxOf(heading)).height).toBeCloseTo(lineHeight, 0);
  const fields = await boxOf(page.locator('textarea'));
  expect(Math.abs((await textStart(page.getByRole('button', { name: 'Dodaj produkt' }))) - fields.x)).toBeLessThan(2);
  await page.context().close();
});

test('a list whose id needs encoding opens from Lists, and again at its own address', async ({ browser }) => {
  const account = await newAccount(product, 'encoded');
  const plain = await listOnServer(product, account, 'Dom', ['mleko']);
  const page = await openAt(browser, product, account, SMALL, { path: '/logs' });
  // Our server gives plain ids; others may give any text.
  await page.context().route(/\/api\/(lists|list-items)\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(plain, 'zakupy domowe/ą?#100 %');
    await route.fulfill({ response, body });
  });
  await page.goto(`${product.origin}/lists`);
  await page.getByRole('link', { name: /^Dom,/ }).click();
  const milk = page.getByRole('checkbox', { name: 'Kupione: mleko' });
  await expect(milk).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dom', level: 1 })).toBeVisible();
  await expect(milk).toBeVisible();
});
