import { expect, type Page } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { type Account, expectOnServer, listOnServer, newAccount } from './support/account';
import { rest } from './support/motion';
import { descriptions, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE } from './support/viewports';

/** Several rows are selected, and one thing is done with all of them. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const furnish = async (account: Account): Promise<void> => {
  await listOnServer(product, account, 'Apteka', ['plastry']);
  await listOnServer(product, account, 'Zakupy', ['chleb', 'witaminy', 'ser', 'syrop']);
};

const choices = (page: Page) => page.getByRole('checkbox', { name: /^Zaznacz: / });
const bar = (page: Page) => page.getByRole('group', { name: 'Zaznaczone produkty' });

/** A finger that stays on a row. */
const hold = async (page: Page, name: string): Promise<void> => {
  const box = await page.getByRole('checkbox', { name: `Kupione: ${name}` }).boundingBox();
  if (!box) throw new Error('nothing to aim at');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('checkbox', { name: `Zaznacz: ${name}` })).toBeChecked();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

test('by touch: two items move to another list with four touches, and one undo brings both back', async ({
  browser,
}) => {
  const account = await newAccount(product, 'select-touch');
  await furnish(account);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Zakupy');
  await hold(page, 'witaminy');
  await page.getByText('syrop').tap();
  await expect(bar(page)).toContainText('Zaznaczono 2 produkty');
  await bar(page).getByRole('button', { name: 'Przenieś' }).tap();
  await page.getByRole('button', { name: 'Apteka', exact: true }).tap();
  await expect(descriptions(page)).toHaveCount(2);
  expect(await shownItems(page)).toEqual(['chleb', 'ser']);
  await page.getByRole('button', { name: 'Cofnij' }).tap();
  await expect(descriptions(page)).toHaveCount(4);
  expect(await shownItems(page)).toEqual(['chleb', 'witaminy', 'ser', 'syrop']);
  await expectOnServer(product, account, ['chleb', 'plastry', 'ser', 'syrop', 'witaminy']);
  await page.context().close();
});

test('with text of 200 % a message stands above the bar of the selection', async ({ browser }) => {
  const account = await newAccount(product, 'select-large');
  await furnish(account);
  const page = await openAt(browser, product, account, { viewport: { width: 320, height: 640 } });
  await openList(page, 'Zakupy');
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  await descriptions(page).first().click();
  await page.keyboard.press('Alt+ArrowDown');
  const message = page.locator('[data-snackbar]');
  await expect(message).toBeVisible();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('button', { name: 'Zaznacz' }).click();
  await expect(bar(page)).toBeVisible();
  await rest(page);
  const [above, below] = [await message.boundingBox(), await bar(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

const SMALL_PHONE = { ...PHONE, viewport: { width: 320, height: 568 } };

for (const size of [PHONE, SMALL_PHONE])
  test(`by touch: rows keep their places when they are selected and when the system’s back ends it, ${size.viewport.width} px wide`, async ({
    browser,
  }) => {
    const account = await newAccount(product, `select-still-${size.viewport.width}`);
    await furnish(account);
    // One word fits on a line, two do not, with and without the room for a handle, in the app's font and in another one.
    const long = 'pełnoziarnistego bezglutenowego niskotłuszczowego wegetariańskiego pasteryzowanego';
    await listOnServer(product, account, 'Długie', ['mleko', long, 'masło']);
    const page = await openAt(browser, product, account, size);
    await openList(page, 'Długie');
    const places = () =>
      page.locator('[data-item]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    const before = await places();
    await hold(page, 'mleko');
    await expect(bar(page)).toBeVisible();
    expect(await places()).toEqual(before);
    await page.getByText('masło').tap();
    await expect(bar(page)).toContainText('Zaznaczono 2 produkty');
    expect(await places()).toEqual(before);
    await page.goBack();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Długie', level: 1 })).toBeVisible();
    expect(await places()).toEqual(before);
    await page.context().close();
  });

test('by touch: at 320 px bought rows and rows with quantities keep their heights when a row is selected', async ({
  browser,
}) => {
  const account = await newAccount(product, 'select-heights');
  const list = await listOnServer(product, account, 'Zakupy', ['mleko']);
  // Some of them fill just the line beside the place of the ✕.
  for (let place = 0; place < 18; place += 1) {
    const description = 'na '.repeat(5 + (place % 9)).trim();
    const [done, quantity] = place < 9 ? [true, ''] : [false, '2 duże opakowania'];
    const data = { uuid: newUuid(), list, description, quantity, done };
    await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  }
  const page = await openAt(browser, product, account, SMALL_PHONE, { path: `/lists/${list}` });
  await expect(page.locator('[data-item]')).toHaveCount(19);
  const heights = () =>
    page.locator('[data-item]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).offsetHeight));
  const before = await heights();
  await hold(page, 'mleko');
  await expect(page.locator('[data-draggable]')).toBeVisible();
  expect(await heights()).toEqual(before);
  await page.context().close();
});

test('by touch: far down in a list whose rows wrap, nothing moves when a row is selected and when the system’s back ends it', async ({
  browser,
}) => {
  const account = await newAccount(product, 'select-far');
  const long = 'z bardzo długą nazwą, która zawija się na kilka linii, jeśli ekran jest wąski';
  const names = Array.from({ length: 60 }, (_, place) => `produkt ${place + 1}${place % 3 ? '' : ` ${long}`}`);
  await listOnServer(product, account, 'Długa', names);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Długa');
  await expect(descriptions(page)).toHaveCount(names.length);
  await descriptions(page)
    .nth(40)
    .evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await rest(page);
  const row = page.locator('[data-item]').nth(40);
  const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await hold(page, names[40] ?? '');
  await expect(bar(page)).toBeVisible();
  expect(await top()).toBe(before);
  await page.goBack();
  await expect(bar(page)).toHaveCount(0);
  expect(await top()).toBe(before);
  await page.context().close();
});

test('by touch: no handle lies over a text, also where the quantity has a line of its own', async ({ browser }) => {
  const account = await newAccount(product, 'select-handles');
  const noodles = 'makaron pełnoziarnisty świderki nr 52';
  await listOnServer(product, account, 'Obiad', [noodles, 'chleb']);
  const page = await openAt(browser, product, account, { ...PHONE, viewport: { width: 390, height: 844 } });
  await openList(page, 'Obiad');
  await page.getByRole('textbox', { name: `Ilość: ${noodles}` }).fill('2 duże opakowania');
  await hold(page, 'chleb');
  const row = page.locator('[data-choice]', { hasText: noodles });
  await expect(row.locator('.handle')).toBeVisible();
  const isCovered = await row.evaluate((element) => {
    const handle = element.querySelector('.handle')?.getBoundingClientRect();
    const isOver = ({ left, right, top, bottom }: DOMRect): boolean =>
      handle !== undefined && left < handle.right && right > handle.left && top < handle.bottom && bottom > handle.top;
    return [...element.querySelectorAll('.text, .quantity')].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return [...range.getClientRects()].some(isOver);
    });
  });
  expect(isCovered).toEqual([false, false]);
  await page.context().close();
});

test('by touch: the page does not scroll when rows at the top of a long list are deleted', async ({ browser }) => {
  const account = await newAccount(product, 'select-top');
  const names = Array.from({ length: 30 }, (_, place) => `produkt ${place + 10}`);
  await listOnServer(product, account, 'Długa', names);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Długa');
  await hold(page, 'produkt 11');
  await bar(page).getByRole('button', { name: 'Usuń' }).tap();
  await expect(page.getByRole('button', { name: 'Dodaj produkt' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.context().close();
});

test('with Ctrl, Shift and the keyboard: a range is deleted, and Ctrl+Z brings it back', async ({ browser }) => {
  const account = await newAccount(product, 'select-desk');
  await furnish(account);
  const page = await openAt(browser, product, account, DESK);
  await openList(page, 'Zakupy');
  await descriptions(page).nth(0).click();
  await descriptions(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(choices(page).and(page.locator(':checked'))).toHaveCount(3);
  await page.getByText('witaminy', { exact: true }).click({ modifiers: ['ControlOrMeta'] });
  await expect(choices(page).and(page.locator(':checked'))).toHaveCount(2);
  await expect(bar(page)).toContainText('Zaznaczono 2 produkty');
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'Usuń' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(descriptions(page)).toHaveCount(2);
  expect(await shownItems(page)).toEqual(['witaminy', 'syrop']);
  await expectOnServer(product, account, ['plastry', 'syrop', 'witaminy']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(descriptions(page)).toHaveCount(4);
  expect(await shownItems(page)).toEqual(['chleb', 'witaminy', 'ser', 'syrop']);
  await page.context().close();
});

test('by keyboard: selected from the row’s menu, copied, and the caret is in the list again', async ({ browser }) => {
  const account = await newAccount(product, 'select-keys');
  await furnish(account);
  const page = await openAt(browser, product, account, DESK);
  await openList(page, 'Zakupy');
  await descriptions(page).nth(1).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('dialog', { name: 'witaminy' })).toBeVisible();
  for (let entry = 0; entry < 3; entry += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Zaznacz: witaminy' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('Zaznaczono 3 produkty');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'Kopiuj' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Na którą listę skopiować?' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /^Kupione: / }).and(page.locator(':focus'))).toHaveCount(1);
  await expectOnServer(product, account, ['chleb', 'plastry', 'ser', 'ser', 'syrop', 'syrop', 'witaminy', 'witaminy']);
  await page.context().close();
});
