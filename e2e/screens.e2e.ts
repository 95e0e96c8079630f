import { expect, type Page } from '@playwright/test';
import { type Account, newAccount } from './support/account';
import { furnishEveryScreen } from './support/everyScreen';
import { shiftsOf, watchShifts } from './support/layoutShifts';
import { rest } from './support/motion';
import { bought, descriptions, listCard, openList } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, VIEWPORTS } from './support/viewports';

const RESET = '/guest#reset=a-code';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

/** Ticks, and waits until the row has moved among the bought ones. */
const tick = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('checkbox', { name: `Kupione: ${item}` }).click();
  await expect(bought(page).getByRole('checkbox', { name: `Kupione: ${item}` })).toBeVisible();
  await rest(page);
};

const wholeSession = async (page: Page, account: Account): Promise<void> => {
  await expect(listCard(page, 'Obiad')).toBeVisible();
  await openList(page, 'Obiad');
  await page.getByRole('button', { name: 'Dodaj produkt' }).click();
  await page.keyboard.type('oliwa');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1 l');
  await tick(page, 'ryż');
  const [, second] = (await product
    .call('GET', '/list-items', { jwt: account.jwt })
    .then((answer) => (answer as { data: { documentId: string }[] }).data)) as { documentId: string }[];
  // Another device changes a text while one looks on.
  const data = { description: 'ser' };
  await product.call('PUT', `/list-items/${second?.documentId}`, { jwt: account.jwt, body: { data } });
  await expect(descriptions(page).first()).toHaveValue('ser');
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  await rest(page);
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(page.getByRole('button', { name: 'Pokaż błąd' })).toBeVisible();
  await rest(page);
  await page.context().setOffline(false);
  await expect(page.getByText('Wszystko zapisane')).toBeVisible();
  await rest(page);
  // The app tries again by itself too, and its success would take the button away. So calls fail until it is pressed.
  await page.route('**/api/list*', async (route) => {
    const isPressed = await page.evaluate(() => 'pressed' in document.body.dataset);
    await (isPressed ? route.continue() : route.fulfill({ status: 500, body: '{}' }));
  });
  await openList(page, 'Obiad');
  await tick(page, 'ser');
  await expect(page.getByText('Problem z synchronizacją').first()).toBeVisible({ timeout: 30_000 });
  await rest(page);
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await page.getByRole('button', { name: 'Pokaż błąd' }).click();
  const again = page.getByRole('button', { name: 'Synchronizuj' });
  await expect(again).toBeVisible();
  await rest(page);
  await page.evaluate(() =>
    document.addEventListener('click', () => document.body.toggleAttribute('data-pressed', true), { capture: true }),
  );
  await again.click();
  await expect(page.getByText('Wszystko zapisane')).toBeVisible();
  await page.unroute('**/api/list*');
  await page.getByRole('link', { name: 'Logi' }).click();
  await expect(page.getByRole('heading', { name: 'Logi' })).toBeVisible();
  await rest(page);
};

for (const [size, viewport] of VIEWPORTS) {
  test(`nothing shifts in a whole session with its offline and its error, ${size}`, async ({ browser }) => {
    const account = await newAccount(product, `shifts-${size.length}`);
    await furnishEveryScreen(product, account);
    const page = await openAt(browser, product, account, viewport, { path: '/guest' });
    await watchShifts(page);
    await page.goto(`${product.origin}/lists`);
    await wholeSession(page, account);
    const { total, cls, worst } = await shiftsOf(page);
    console.info(`layout shifts, ${size}: all ${total.toFixed(4)}, CLS ${cls.toFixed(4)}`);
    expect(total, worst).toBeLessThanOrEqual(0.02);
    await page.context().close();
  });
}

test('there is one column below two panes: the whole of a phone, 640 px of a tablet, in the middle', async ({
  browser,
}) => {
  const account = await newAccount(product, 'column');
  await furnishEveryScreen(product, account);
  const page = await openAt(browser, product, account, { viewport: { width: 390, height: 844 } });
  const card = listCard(page, 'Obiad');
  for (const [width, column] of [
    [390, 390],
    [768, 640],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(card).toBeVisible();
    const found = await page.locator('main > div').evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [right - left, left - (window.innerWidth - right)];
    });
    expect(found).toEqual([column, 0]);
  }
  await page.context().close();
});

test('in a wide window the form for a new password, which has no picture beside it, is in the middle', async ({
  browser,
}) => {
  const page = await openAt(browser, product, null, { viewport: { width: 1280, height: 800 } }, { path: RESET });
  await expect(page.getByLabel('Nowe hasło')).toBeVisible();
  const column = await page.locator('main > div').boundingBox();
  expect(column && column.x + column.width / 2).toBe(640);
  await page.context().close();
});

test('in a page from right to left the words of the bar keep their distance from the icons', async ({ browser }) => {
  const account = await newAccount(product, 'right-to-left');
  const page = await openAt(browser, product, account, { viewport: { width: 390, height: 844 } });
  await expect(page.getByRole('link', { name: 'Logi' })).toBeVisible();
  const gap = (): Promise<number> =>
    page.getByRole('link', { name: 'Logi' }).evaluate((entry) => {
      const word = document.createRange();
      word.selectNodeContents(entry.lastChild as Node);
      const [icon, text] = [entry.querySelector('svg') as Element, word].map((part) => part.getBoundingClientRect());
      return icon && text ? Math.max(text.left - icon.right, icon.left - text.right) : Number.NaN;
    });
  const usual = await gap();
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect(await gap()).toBeCloseTo(usual, 0);
  await page.context().close();
});
