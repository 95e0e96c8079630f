import { type Browser, expect, type Page } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { type Account, listOnServer, newAccount, rowsOf } from './support/account';
import { standsStill } from './support/everyScreen';
import { rest } from './support/motion';
import { bought, descriptions, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE } from './support/viewports';

/** Rows are moved by hand: with a mouse, a finger, keys and buttons, and stand the same on the other device. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const WEEKLY = ['mleko', 'chleb', 'masło', 'ser', 'jajka'];

const open = async (browser: Browser, account: Account, options: typeof DESK | typeof PHONE): Promise<Page> => {
  const page = await openAt(browser, product, account, options);
  await openList(page, 'Tydzień');
  await expect(descriptions(page)).toHaveCount(WEEKLY.length);
  return page;
};

const shows = (page: Page, items: readonly string[]) => expect.poll(() => shownItems(page)).toEqual(items);

const rows = (page: Page) => page.locator('[data-sheet=open] [data-item]');
const rowAt = (page: Page, place: number) => rows(page).nth(place);
const middleOf = async (page: Page, place: number, part = '.handle'): Promise<{ x: number; y: number }> => {
  const box = await rowAt(page, place).locator(part).boundingBox();
  if (!box) throw new Error(`nothing to aim at in row ${place}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** Presses on the handle of a row, which shows when the mouse is over the row. */
const grab = async (page: Page, place: number): Promise<{ x: number; y: number }> => {
  await rowAt(page, place).hover();
  await expect(rowAt(page, place).locator('.handle')).toBeVisible();
  const from = await middleOf(page, place);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  return from;
};
const nothingDragged = (page: Page) => expect(page.locator('.dragged-copy, [data-dragging]')).toHaveCount(0);
const said = (page: Page) => page.getByRole('status');

/** What another device of the account does to one item. */
const elsewhere = async (
  account: Account,
  description: string,
  method: 'PUT' | 'DELETE',
  changed: object = { done: true },
): Promise<void> => {
  const items = await rowsOf(product, account, 'list-items');
  const item = items.find((one) => one.description === description);
  const body = method === 'PUT' ? { data: changed } : undefined;
  await product.call(method, `/list-items/${item?.documentId}`, { jwt: account.jwt, body });
};

test('with a mouse on one device, live on the other, undone, and the same after a reload', async ({ browser }) => {
  const account = await newAccount(product, 'order-mouse');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const desk = await open(browser, account, DESK);
  const phone = await open(browser, account, PHONE);

  const from = await grab(desk, 3);
  const to = await middleOf(desk, 0, '.tick');
  await desk.mouse.move(from.x, (from.y + to.y) / 2, { steps: 8 });
  await desk.mouse.move(from.x, to.y, { steps: 8 });
  await desk.mouse.up();
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
  await shows(phone, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
  await expect(said(desk)).toHaveText('Przesunięto: ser, miejsce 1 z 5');
  await desk.reload();
  await expect(descriptions(desk)).toHaveCount(WEEKLY.length);
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);

  await phone.getByRole('button', { name: 'Dodaj produkt' }).tap();
  await phone.keyboard.type('kawa');
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka', 'kawa']);
  await Promise.all([desk, phone].map((page) => page.context().close()));
});

test('Escape ends a drag with the mouse, and the rows stand as before', async ({ browser }) => {
  const account = await newAccount(product, 'order-escape');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const desk = await open(browser, account, DESK);
  const from = await grab(desk, 3);
  const to = await middleOf(desk, 0, '.tick');
  await desk.mouse.move(from.x, to.y, { steps: 8 });
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
  await desk.keyboard.press('Escape');
  await shows(desk, WEEKLY);
  await nothingDragged(desk);
  await desk.mouse.move(from.x, from.y, { steps: 4 });
  await desk.mouse.up();
  await shows(desk, WEEKLY);

  // The next drag moves the row, and the caret with it.
  await descriptions(desk).nth(3).focus();
  await desk.mouse.down();
  await desk.mouse.move(from.x, to.y, { steps: 8 });
  await desk.mouse.up();
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
  await expect(descriptions(desk).first()).toBeFocused();
  await expect(said(desk)).toHaveText('Przesunięto: ser, miejsce 1 z 5');
  await desk.context().close();
});

test('given a row that was dragged over no other row, then the next click counts', async ({ browser }) => {
  const account = await newAccount(product, 'order-short');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const desk = await open(browser, account, DESK);
  const from = await grab(desk, 3);
  await desk.mouse.move(from.x, from.y + 4, { steps: 2 });
  await expect(desk.locator('[data-dragging]')).toBeVisible();
  await desk.mouse.up();
  await nothingDragged(desk);
  await desk.getByRole('checkbox', { name: 'Kupione: chleb' }).click();
  await shows(desk, ['mleko', 'masło', 'ser', 'jajka']);
  await desk.context().close();
});

test('given another device adds a row and renames the dragged one behind it, when Escape ends the drag, then the row has its new name', async ({
  browser,
}) => {
  const account = await newAccount(product, 'order-renamed');
  const list = await listOnServer(product, account, 'Tydzień', WEEKLY);
  const desk = await open(browser, account, DESK);
  const from = await grab(desk, 3);
  await desk.mouse.move(from.x, from.y + 4, { steps: 2 });
  await expect(desk.locator('[data-dragging]')).toBeVisible();
  const data = { uuid: newUuid(), list, description: 'kawa', quantity: '', done: false };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  await expect(desk.getByRole('checkbox', { name: 'Kupione: kawa' })).toBeVisible();
  await desk.mouse.move(from.x, (await middleOf(desk, (await rows(desk).count()) - 1, '.tick')).y + 30, { steps: 8 });
  await shows(desk, ['mleko', 'chleb', 'masło', 'jajka', 'kawa', 'ser']);
  await elsewhere(account, 'ser', 'PUT', { description: 'ser żółty' });
  await expect(desk.getByRole('checkbox', { name: 'Kupione: ser żółty' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await shows(desk, ['mleko', 'chleb', 'masło', 'ser żółty', 'jajka', 'kawa']);
  await desk.mouse.up();
  await desk.context().close();
});

test('given the window gets another size during a drag, then the drag ends and the rows stand as before', async ({
  browser,
}) => {
  const account = await newAccount(product, 'order-resized');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const desk = await open(browser, account, DESK);
  const from = await grab(desk, 3);
  await desk.mouse.move(from.x, (await middleOf(desk, 0, '.tick')).y, { steps: 8 });
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
  // The keyboard or the bar of a phone's browser changes only the height.
  await desk.setViewportSize({ ...DESK.viewport, height: 700 });
  await rest(desk);
  await expect(desk.locator('[data-dragging]')).toBeVisible();
  await desk.setViewportSize(PHONE.viewport);
  await nothingDragged(desk);
  await shows(desk, WEEKLY);
  await desk.mouse.up();
  await shows(desk, WEEKLY);
  await desk.context().close();
});

for (const [edge, from, y] of [
  ['lower', 2, 790],
  ['upper', 30, 30],
] as const) {
  test(`a row that is held at the ${edge} edge goes with the list, also under the bars there`, async ({ browser }) => {
    const account = await newAccount(product, `order-${edge}`);
    const many = Array.from({ length: 40 }, (_, place) => `produkt ${place + 1}`);
    await listOnServer(product, account, 'Tydzień', many);
    const desk = await openAt(browser, product, account, DESK);
    await openList(desk, 'Tydzień');
    await rowAt(desk, from).scrollIntoViewIfNeeded();
    const before = await desk.evaluate(() => window.scrollY);
    const start = await grab(desk, from);
    await desk.mouse.move(start.x, y, { steps: 20 });
    await expect.poll(async () => Math.abs((await desk.evaluate(() => window.scrollY)) - before)).toBeGreaterThan(200);
    await desk.mouse.up();
    const row = desk.locator('[data-item]', {
      has: desk.getByRole('checkbox', { name: `Kupione: ${many[from]}`, exact: true }),
    });
    // Near where it was dropped, and not under Dodaj, which the message raises.
    await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 9999) - y)).toBeLessThan(200);
    await expect(desk.locator('[data-snackbar]')).toBeVisible();
    const isUncovered = (element: Element): boolean => {
      const { x, y: top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, top + height / 2));
    };
    await standsStill(desk);
    expect(await row.evaluate(isUncovered)).toBe(true);
    await desk.context().close();
  });
}

test('a row that is dropped during a move lands where it was dropped', async ({ browser }) => {
  const account = await newAccount(product, 'order-thrown');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const desk = await open(browser, account, DESK);
  const from = await grab(desk, 3);
  const to = await middleOf(desk, 0, '.tick');
  await desk.mouse.move(from.x, from.y - 6, { steps: 3 });
  await expect(desk.locator('[data-dragging]')).toBeVisible();
  await desk.evaluate(
    ([clientX, clientY]) => {
      const point = { clientX, clientY, bubbles: true, pointerId: 1, isPrimary: true, pointerType: 'mouse' };
      document.dispatchEvent(new PointerEvent('pointermove', point));
      document.dispatchEvent(new PointerEvent('pointerup', point));
    },
    [from.x, to.y] as const,
  );
  await desk.mouse.up();
  await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
  await desk.context().close();
});

test('with a finger: a long press shows the handles, one is dragged, and Cofnij takes it back', async ({ browser }) => {
  const account = await newAccount(product, 'order-touch');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const page = await open(browser, account, PHONE);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', point: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [point] });
  const lift = () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

  await expect(rowAt(page, 0).locator('.handle')).toBeHidden();
  await touch('touchStart', await middleOf(page, 0, '.tick'));
  await expect(page.getByRole('checkbox', { name: 'Zaznacz: mleko' })).toBeChecked();
  await lift();
  await expect(rowAt(page, 2).locator('.handle')).toBeVisible();

  const from = await middleOf(page, 0);
  const to = await middleOf(page, 2);
  await touch('touchStart', from);
  for (let step = 1; step <= 12; step += 1)
    await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 12 });
  await lift();
  await expect(page.getByRole('checkbox', { name: /^Zaznacz: / }).nth(2)).toHaveAccessibleName('Zaznacz: mleko');
  await expect(page.getByRole('checkbox', { name: 'Zaznacz: mleko' })).toBeChecked();
  await page.getByRole('button', { name: 'Cofnij' }).tap();
  await expect(page.getByRole('checkbox', { name: /^Zaznacz: / }).first()).toHaveAccessibleName('Zaznacz: mleko');

  // A person who cannot drag uses the buttons, which move one row at a time.
  const bar = page.getByRole('group', { name: 'Zaznaczone produkty' });
  await bar.getByRole('button', { name: 'Niżej' }).tap();
  await expect(page.getByRole('checkbox', { name: /^Zaznacz: / }).nth(1)).toHaveAccessibleName('Zaznacz: mleko');
  await page.getByText('jajka').tap();
  await expect(bar.getByRole('button', { name: 'Niżej' })).toBeDisabled();
  await bar.getByRole('button', { name: 'Odznacz' }).tap();
  await shows(page, ['chleb', 'mleko', 'masło', 'ser', 'jajka']);
  await page.context().close();
});

for (const [what, method] of [
  ['removes', 'DELETE'],
  ['ticks', 'PUT'],
] as const) {
  test(`given another device ${what} the dragged row, then the drag ends and the page still answers`, async ({
    browser,
  }) => {
    const account = await newAccount(product, `order-${method}`);
    await listOnServer(product, account, 'Tydzień', WEEKLY);
    const desk = await open(browser, account, DESK);
    const problems: string[] = [];
    desk.on('pageerror', ({ message }) => problems.push(message));
    const from = await grab(desk, 3);
    await desk.mouse.move(from.x, (await middleOf(desk, 0, '.tick')).y, { steps: 8 });
    await shows(desk, ['ser', 'mleko', 'chleb', 'masło', 'jajka']);
    await elsewhere(account, 'ser', method);
    await shows(desk, ['mleko', 'chleb', 'masło', 'jajka']);
    await nothingDragged(desk);
    await desk.mouse.up();
    await desk.getByRole('checkbox', { name: 'Kupione: chleb' }).click();
    await shows(desk, ['mleko', 'masło', 'jajka']);
    expect(problems).toEqual([]);
    await desk.context().close();
  });
}

test('given another device ticks the only open row during its drag, then it is bought and the page still answers', async ({
  browser,
}) => {
  const account = await newAccount(product, 'order-last');
  await listOnServer(product, account, 'Tydzień', ['mleko', 'chleb', 'masło']);
  for (const name of ['chleb', 'masło']) await elsewhere(account, name, 'PUT');
  const desk = await openAt(browser, product, account, DESK);
  await openList(desk, 'Tydzień');
  await shows(desk, ['mleko']);
  const problems: string[] = [];
  desk.on('pageerror', ({ message }) => problems.push(message));
  const from = await grab(desk, 0);
  await desk.mouse.move(from.x, from.y + 30, { steps: 4 });
  await expect(desk.locator('[data-dragging]')).toHaveCount(1);
  await elsewhere(account, 'mleko', 'PUT');
  await shows(desk, []);
  await nothingDragged(desk);
  await desk.mouse.up();
  await desk.getByRole('checkbox', { name: 'Kupione: chleb' }).click();
  await shows(desk, ['chleb']);
  await expect(bought(desk)).toHaveCount(2);
  expect(problems).toEqual([]);
  await desk.context().close();
});

/** A finger selects a row, and holds another one above a third. */
const dragWithFinger = async (page: Page, [selected, dragged, over]: readonly [number, number, number]) => {
  const session = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    ...points: { x: number; y: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await touch('touchStart', await middleOf(page, selected, '.tick'));
  await expect(page.getByRole('checkbox', { name: `Zaznacz: ${WEEKLY[selected]}` })).toBeChecked();
  await touch('touchEnd');
  await expect(rowAt(page, dragged).locator('.handle')).toBeVisible();
  const from = await middleOf(page, dragged);
  const to = await middleOf(page, over);
  await touch('touchStart', from);
  for (let step = 1; step <= 12; step += 1)
    await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 12 });
  await expect(rowAt(page, over)).toContainText(WEEKLY[dragged] ?? '');
  return { touch, finger: { x: from.x, y: to.y } };
};
for (const [interruption, name] of [
  ['the system takes the finger away', 'cancelled'],
  ['a second finger comes', 'second-finger'],
] as const) {
  test(`given ${interruption} during a drag, then the rows stand as before`, async ({ browser }) => {
    const account = await newAccount(product, `order-${name}`);
    await listOnServer(product, account, 'Tydzień', WEEKLY);
    const page = await open(browser, account, PHONE);
    const { touch, finger } = await dragWithFinger(page, [0, 0, 2]);
    if (name === 'second-finger') await touch('touchStart', finger, await middleOf(page, 4));
    else await touch('touchCancel');
    await nothingDragged(page);
    await expect(rows(page)).toHaveText(WEEKLY);
    await expect(page.getByRole('button', { name: 'Cofnij' })).toHaveCount(0);
    await page.context().close();
  });
}

test('given another device removes the only selected row during the drag of another one, then no copy stays', async ({
  browser,
}) => {
  const account = await newAccount(product, 'order-deselected');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const page = await open(browser, account, PHONE);
  const { touch } = await dragWithFinger(page, [4, 0, 2]);
  await elsewhere(account, 'jajka', 'DELETE');
  await expect(page.getByRole('checkbox', { name: /^Zaznacz: / })).toHaveCount(0);
  await nothingDragged(page);
  await touch('touchEnd');
  await shows(page, ['mleko', 'chleb', 'masło', 'ser']);
  await page.context().close();
});

test('with keys: Alt+↓ moves the row with the caret, the caret stays, and Ctrl+Z undoes step by step', async ({
  browser,
}) => {
  const account = await newAccount(product, 'order-keys');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const page = await open(browser, account, DESK);
  await descriptions(page).first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' 2 l');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(said(page)).toHaveText('Przesunięto: mleko 2 l, miejsce 2 z 5');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(descriptions(page).nth(2)).toBeFocused();
  await page.keyboard.type('!');
  await shows(page, ['chleb', 'masło', 'mleko 2 l!', 'ser', 'jajka']);
  await expect(page.getByText('Przesunięto: mleko 2 l, miejsce 3 z 5').first()).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Z');
  await shows(page, ['chleb', 'masło', 'mleko 2 l!', 'ser', 'jajka']);
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await shows(page, ['mleko 2 l!', 'chleb', 'masło', 'ser', 'jajka']);
  await page.context().close();
});

test('given a row that keys move past the lower edge, then it stays in sight above Dodaj and the message', async ({
  browser,
}) => {
  const account = await newAccount(product, 'order-keys-long');
  const many = Array.from({ length: 40 }, (_, place) => `produkt ${place + 1}`);
  await listOnServer(product, account, 'Tydzień', many);
  const page = await openAt(browser, product, account, DESK);
  await openList(page, 'Tydzień');
  await descriptions(page).first().focus();
  for (let place = 2; place <= 20; place += 1) {
    await page.keyboard.press('Alt+ArrowDown');
    await expect(said(page)).toHaveText(`Przesunięto: produkt 1, miejsce ${place} z 40`);
  }
  await rest(page);
  const [row, add] = [await rowAt(page, 19).boundingBox(), await page.locator('#add-item').boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(add?.y ?? 0);
  await page.context().close();
});

test('bought rows have an order of their own and stay below', async ({ browser }) => {
  const account = await newAccount(product, 'order-bought');
  await listOnServer(product, account, 'Tydzień', WEEKLY);
  const page = await open(browser, account, DESK);
  for (const name of ['mleko', 'ser']) await page.getByRole('checkbox', { name: `Kupione: ${name}` }).click();
  const bought = page.getByRole('list', { name: 'Zakupione' }).getByRole('listitem');
  await expect(bought).toHaveText([/mleko/, /ser/]);
  await page.getByRole('checkbox', { name: 'Kupione: ser' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bought).toHaveText([/ser/, /mleko/]);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bought).toHaveText([/ser/, /mleko/]);
  await shows(page, ['chleb', 'masło', 'jajka']);
  await page.context().close();
});
