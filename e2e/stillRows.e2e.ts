import { expect, type Page } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { type Account, listOnServer, newAccount } from './support/account';
import { shiftsOf, watchShifts } from './support/layoutShifts';
import { rest, slowDown, topAtRest, topsUntilRest } from './support/motion';
import { descriptions, openList } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE, VIEWPORTS } from './support/viewports';

/** Rows that move by themselves: how they look while they do, and that nothing jumps under the eye or the finger. */
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const LONG = 'ser żółty w plastrach, ten z niebieską etykietą, nie light, na kanapki';
const NAMES = Array.from({ length: 40 }, (_, place) => `produkt ${place}`);

const openAndWatch = async (page: Page): Promise<void> => {
  await watchShifts(page);
  await page.goto(`${product.origin}/lists`);
  await openList(page, 'Obiad');
  await expect(descriptions(page)).toHaveCount(NAMES.length);
};

const topOf = (page: Page, text: string): Promise<number> =>
  page.evaluate((wanted) => {
    const field = [...document.querySelectorAll<HTMLTextAreaElement>('li textarea')].find(
      ({ value }) => value === wanted,
    );
    return Math.round(field?.getBoundingClientRect().top ?? Number.NaN);
  }, text);

interface Told {
  readonly uuid: string;
  readonly documentId: string;
  readonly description: string;
  readonly list: unknown;
}

const elsewhere = async (account: Account, description: string, data: object): Promise<void> => {
  const answer = (await product.call('GET', '/list-items', { jwt: account.jwt })) as { readonly data: readonly Told[] };
  const item = answer.data.find((row) => row.description === description);
  await product.call('PUT', `/list-items/${item?.documentId}`, { jwt: account.jwt, body: { data } });
};

for (const [size, options] of VIEWPORTS)
  test(`given a list that is scrolled far down, when its menu closes, then it is where it was, ${size}`, async ({
    browser,
  }) => {
    const account = await newAccount(product, `menu-${options.viewport.width}`);
    const list = await listOnServer(product, account, 'Obiad', [...NAMES, ...NAMES]);
    const page = await openAt(browser, product, account, options, { path: `/lists/${list}` });
    await expect(descriptions(page)).toHaveCount(2 * NAMES.length);
    const far = 1200;
    await page.evaluate((top) => window.scrollTo(0, top), far);
    const button = page.getByRole('button', { name: 'Opcje listy' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Obiad' });
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(far);
  });

test('given the menu of a row, when another device ticks the row, then the choice of a list stands where the menu was', async ({
  browser,
}) => {
  const account = await newAccount(product, 'ticked-elsewhere');
  await listOnServer(product, account, 'Zakupy', []);
  const list = await listOnServer(product, account, 'Obiad', NAMES.slice(0, 6));
  const page = await openAt(browser, product, account, DESK, { path: `/lists/${list}` });
  await descriptions(page).nth(3).focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('dialog', { name: 'produkt 3' });
  await expect(menu).toBeVisible();
  await rest(page);
  const { x, y } = (await menu.boundingBox()) ?? {};
  await elsewhere(account, 'produkt 3', { done: true });
  await expect(page.locator('[aria-label="Do kupienia"] li')).toHaveCount(5);

  await page.getByRole('button', { name: 'Przenieś na inną listę' }).click();

  const choice = page.getByRole('dialog', { name: 'Na którą listę przenieść?' });
  await expect(choice).toBeVisible();
  await rest(page);
  expect(await choice.boundingBox()).toMatchObject({ x, y });
  await page.context().close();
});

test('given a row that comes to where the add button was, when it is tapped at once, then a row is added all the same', async ({
  browser,
}) => {
  const account = await newAccount(product, 'meant-for-adding');
  const list = await listOnServer(product, account, 'Obiad', NAMES.slice(0, 3));
  const page = await openAt(browser, product, account, PHONE, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(3);
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await page.getByRole('button', { name: 'Dodaj produkt' }).boundingBox()) ?? {};
  const [left, top] = [x + width / 2, y + height / 2];
  const isRowThere = page.waitForFunction(
    ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('[data-item]'),
    [left, top],
    { polling: 'raf' },
  );
  const data = { uuid: newUuid(), list, description: 'ser', quantity: '', done: false };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  await isRowThere;
  await page.touchscreen.tap(left, top);
  await page.keyboard.type('kawa');
  await expect(descriptions(page).nth(3)).toHaveValue('ser');
  await expect(descriptions(page).nth(4)).toHaveValue('kawa');
  await page.context().close();
});

test('a list that was scrolled is at the same row after a reload', async ({ browser }) => {
  const account = await newAccount(product, 'place');
  // Rows of two heights, so that those above the row are not as high as the browser assumes.
  const list = await listOnServer(product, account, 'Obiad', [...NAMES.map((name) => `${LONG} ${name}`), ...NAMES]);
  const page = await openAt(browser, product, account, PHONE, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(2 * NAMES.length);
  await descriptions(page).nth(60).scrollIntoViewIfNeeded();
  const before = await topAtRest(page, 'produkt 20', 2 * NAMES.length);
  await page.reload();
  await expect.poll(() => topOf(page, 'produkt 20')).toBe(before);
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await openList(page, 'Obiad');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('rows that move by themselves', () => {
  test('move with an animation, without a layout shift', async ({ browser }) => {
    const account = await newAccount(product, 'glide');
    await listOnServer(product, account, 'Obiad', NAMES);
    const page = await openAt(browser, product, account, PHONE, { path: '/guest' });
    await openAndWatch(page);
    await slowDown(page);
    const before = await topOf(page, 'produkt 3');
    const watching = topsUntilRest(page, 'produkt 3', NAMES.length - 1);
    await page.getByRole('checkbox', { name: 'Kupione: produkt 1', exact: true }).tap();
    const seen = await watching;
    expect(seen[0]).toBe(before);
    expect(seen.at(-1)).toBeLessThan(before - 44);
    // Some frames show the row between the two places, and it only moves up.
    expect(seen.filter((top) => top < before - 2 && top > (seen.at(-1) ?? 0) + 2).length).toBeGreaterThan(1);
    expect([...seen].sort((a, b) => b - a)).toEqual(seen);
    const { total, worst } = await shiftsOf(page);
    expect(total, worst).toBeLessThanOrEqual(0.001);
    await page.context().close();
  });

  test('keep the visible rows in place when another device changes rows above them', async ({ browser }) => {
    const account = await newAccount(product, 'anchor');
    await listOnServer(product, account, 'Obiad', NAMES);
    const page = await openAt(browser, product, account, PHONE, { path: '/guest' });
    await openAndWatch(page);
    await page.evaluate(() => window.scrollTo(0, 900));
    const before = await topAtRest(page, 'produkt 20', NAMES.length);
    await elsewhere(account, 'produkt 2', { description: LONG });
    await expect(descriptions(page).nth(2)).toHaveValue(LONG);
    expect(Math.abs((await topAtRest(page, 'produkt 20', NAMES.length)) - before)).toBeLessThanOrEqual(1);
    await elsewhere(account, 'produkt 4', { done: true });
    expect(Math.abs((await topAtRest(page, 'produkt 20', NAMES.length - 1)) - before)).toBeLessThanOrEqual(1);
    const { total, worst } = await shiftsOf(page);
    expect(total, worst).toBeLessThanOrEqual(0.001);
    await page.context().close();
  });

  test('keep the visible rows in place when a ticked row above them moves out', async ({ browser }) => {
    const account = await newAccount(product, 'scrolled-on');
    await listOnServer(product, account, 'Obiad', NAMES);
    const page = await openAt(browser, product, account, PHONE, { path: '/guest' });
    await openAndWatch(page);
    await page.getByRole('checkbox', { name: 'Kupione: produkt 2', exact: true }).tap();
    await page.evaluate(() => window.scrollTo(0, 900));
    const before = await topOf(page, 'produkt 20');
    expect(Math.abs((await topAtRest(page, 'produkt 20', NAMES.length - 1)) - before)).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  test('make room for a text that another device made longer, without a layout shift', async ({ browser }) => {
    const account = await newAccount(product, 'room');
    await listOnServer(product, account, 'Obiad', NAMES);
    const page = await openAt(browser, product, account, PHONE, { path: '/guest' });
    await openAndWatch(page);
    await elsewhere(account, 'produkt 2', { description: LONG });
    await expect(descriptions(page).nth(2)).toHaveValue(LONG);
    await topAtRest(page, 'produkt 20', NAMES.length);
    const { total, worst } = await shiftsOf(page);
    expect(total, worst).toBeLessThanOrEqual(0.001);
    await page.context().close();
  });

  test('move at once with reduced motion', async ({ browser }) => {
    const account = await newAccount(product, 'still');
    await listOnServer(product, account, 'Obiad', NAMES);
    const page = await openAt(browser, product, account, { ...PHONE, reducedMotion: 'reduce' }, { path: '/guest' });
    await openAndWatch(page);
    const before = await topOf(page, 'produkt 3');
    const watching = topsUntilRest(page, 'produkt 3', NAMES.length - 1);
    await page.getByRole('checkbox', { name: 'Kupione: produkt 1', exact: true }).tap();
    const seen = await watching;
    expect(new Set(seen)).toEqual(new Set([before, seen.at(-1)]));
    expect(seen.at(-1)).toBeLessThan(before - 44);
    const { total, cls } = await shiftsOf(page);
    console.info(`layout shifts of one tick without motion: all ${total.toFixed(4)}, CLS ${cls.toFixed(4)}`);
    await page.context().close();
  });
});
