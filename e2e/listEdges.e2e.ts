import { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { shiftsOf, watchShifts } from './support/layoutShifts';
import { descriptions, paste } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE } from './support/viewports';

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
  await expect(part).toBeVisible();
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

test('a row shows all of its text, open and bought, and so does the title', async ({ browser }) => {
  const page = await openLong(browser, 'all-lines');
  const isCut = (part: Locator): Promise<boolean> =>
    part.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  expect(await isCut(page.locator('textarea'))).toBe(false);
  await page.getByRole('checkbox').click();
  const text = page.locator('.text');
  await expect(text).toBeVisible();
  expect(await isCut(text)).toBe(false);
  expect(await isCut(page.getByRole('heading', { level: 1 }))).toBe(false);
  await page.context().close();
});

test('a long title has the whole width of a phone, and leaves room for the items', async ({ browser }) => {
  const account = await newAccount(product, 'long-title');
  const title = (letters: number): string => 'Zakupy na długi weekend w górach '.repeat(20).slice(0, letters).trim();
  const LINE_PX = 26;
  for (const [letters, mostLines] of [
    [95, 4],
    [600, 6],
  ] as const) {
    const list = await listOnServer(product, account, title(letters), ['mleko']);
    const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
    const heading = page.getByRole('heading', { level: 1, name: title(letters), exact: true });
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await boxOf(heading);
      expect(box.width).toBeGreaterThan(width * 0.8);
      expect(box.height).toBeLessThanOrEqual(mostLines * LINE_PX + 1);
    }
    // On paper the whole name is printed.
    await page.emulateMedia({ media: 'print' });
    expect(await heading.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(2);
    await page.context().close();
  }
});

test('a long quantity has a line of its own on a phone, and at most 40 % of a wide row', async ({ browser }) => {
  const page = await openLong(browser, 'long-quantity');
  const quantity = page.getByRole('textbox', { name: /^Ilość/ });
  const description = page.locator('textarea');
  const [below, above] = [await boxOf(quantity), await boxOf(description)];
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
  await page.setViewportSize({ width: 1000, height: 640 });
  const [own, fields] = [await boxOf(quantity), await boxOf(page.locator('.fields'))];
  expect(own.width).toBeLessThanOrEqual(fields.width * 0.4 + 1);
  expect(own.width).toBeGreaterThan(fields.width * 0.39);
  // A text that is too long even for this width ends in dots, as long as the field has no focus.
  expect(await quantity.evaluate((field) => getComputedStyle(field).textOverflow)).toBe('ellipsis');
  await page.setViewportSize(SMALL.viewport);
  await page.getByRole('checkbox').click();
  const text = page.locator('span.quantity');
  await expect(text).toBeVisible();
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('nothing moves when ✕ appears beside the quantity', async ({ browser }) => {
  const account = await newAccount(product, 'cross');
  const list = await listOnServer(product, account, 'Zakupy', []);
  const data = { uuid: crypto.randomUUID(), list, description: 'mleko', quantity: '2 l', done: false };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
  const quantity = page.getByRole('textbox', { name: /^Ilość/ });
  await expect(quantity).toHaveValue('2 l');
  const places = async () => [await boxOf(page.locator('textarea')), await boxOf(quantity)];
  const before = await places();
  await quantity.focus();
  expect(await places()).toEqual(before);
  const [field, cross] = [await boxOf(quantity), await boxOf(page.getByRole('button', { name: /^Usuń produkt/ }))];
  expect(Math.abs(field.y + field.height / 2 - (cross.y + cross.height / 2))).toBeLessThanOrEqual(1);
  await page.context().close();
});

test('at twice the text size an item without a quantity has no blank line, and ✕ is larger', async ({ browser }) => {
  const account = await newAccount(product, 'no-quantity');
  const list = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const data = { uuid: crypto.randomUUID(), list, description: 'chleb', quantity: '', done: true };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  for (const row of await page.locator('[data-item]').all()) {
    const [whole, tick] = [await boxOf(row), await boxOf(row.getByRole('checkbox'))];
    expect(whole.height).toBeLessThanOrEqual(tick.height + 2);
  }
  const cross = await boxOf(page.getByRole('button', { name: 'Usuń produkt: chleb' }));
  expect(cross.width).toBeGreaterThan(60);
  await page.context().close();
});

test('at 320 px with text of twice the size no name is broken inside a word, and Dodaj is below the texts', async ({
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

test('at 320 px nothing moves when the name of a list comes that this device does not know yet', async ({
  browser,
}) => {
  const account = await newAccount(product, 'cold-link');
  const list = await listOnServer(product, account, 'Dom', ['mleko', 'chleb']);
  // Not a page of the app, which would begin to pull.
  const page = await openAt(browser, product, account, SMALL, { path: '/api/health' });
  await watchShifts(page);
  const untilDrawn = async (route: Route): Promise<void> => {
    await page.getByText('Wczytywanie listy…').waitFor({ state: 'attached' });
    await route.continue();
  };
  await page.route('**/api/lists?*', untilDrawn, { times: 1 });
  await page.goto(`${product.origin}/lists/${list}`);
  await expect(descriptions(page)).toHaveCount(2);
  const { total, worst } = await shiftsOf(page);
  expect(total, worst).toBeLessThanOrEqual(0.02);
});

test('at 320 px, which is a window of 1280 px at 400 %, rows keep their heights under the mouse', async ({
  browser,
}) => {
  const account = await newAccount(product, 'hovered');
  const list = await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb', 'ser']);
  const viewport = { width: 320, height: 640 };
  const page = await openAt(browser, product, account, { viewport }, { path: `/lists/${list}` });
  const heights = () => page.locator('[data-item]').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  await expect(descriptions(page)).toHaveCount(3);
  await page.getByRole('heading', { level: 1 }).hover();
  const before = await heights();
  await descriptions(page).nth(1).hover();
  expect(await heights()).toEqual(before);
  await descriptions(page).nth(1).click();
  await expect(page.getByRole('textbox', { name: /^Ilość/ }).nth(1)).toBeInViewport({ ratio: 1 });
  await page.context().close();
});

for (const width of [320, 390])
  test(`given rows without quantities, when one is ticked, then the rows below it stay until it moves, ${width} px wide`, async ({
    browser,
  }) => {
    const account = await newAccount(product, `ticked-${width}`);
    // Some of them fill just the line beside the place of a quantity, or of the ✕.
    const texts = Array.from({ length: 12 }, (_, place) => 'na '.repeat(place + 5).trim());
    const list = await listOnServer(product, account, 'Zakupy', texts);
    const options = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
    const page = await openAt(browser, product, account, options, { path: `/lists/${list}` });
    await expect(descriptions(page)).toHaveCount(texts.length);
    const { before, after, waiting } = await page.evaluate(async () => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-sheet=open] [data-item]')];
      const heights = () => rows.map((row) => row.offsetHeight);
      const before = heights();
      for (const row of rows) row.querySelector<HTMLElement>('.tick')?.click();
      await new Promise(requestAnimationFrame);
      const waiting = document.querySelectorAll('[data-sheet=open] [data-done]').length;
      return { before, after: heights(), waiting };
    });
    expect(waiting).toBe(texts.length);
    expect(after).toEqual(before);
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
  // Ends the routed requests before the server stops.
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('the last of many pasted lines is in view with the caret, also when they wrap', async ({ browser }) => {
  const account = await newAccount(product, 'wrapped');
  const list = await listOnServer(product, account, 'Długa', ['mleko']);
  const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
  await descriptions(page).first().focus();
  await paste(page, Array.from({ length: 80 }, (_, place) => `${place} ${'bardzo długi opis '.repeat(3)}`).join('\n'));
  await expect(descriptions(page)).toHaveCount(81);
  await expect(descriptions(page).last()).toBeFocused();
  await expect(descriptions(page).last()).toBeInViewport({ ratio: 1 });
});

test('given rows that wrap, then a new one is in view, with the caret', async ({ browser }) => {
  const account = await newAccount(product, 'added');
  const names = Array.from({ length: 60 }, (_, place) =>
    place % 3 ? `produkt ${place}` : `${'bardzo długi opis '.repeat(4)}${place}`,
  );
  const list = await listOnServer(product, account, 'Długa', names);
  const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(60);
  await page.getByRole('button', { name: 'Dodaj produkt' }).click();
  await expect(descriptions(page)).toHaveCount(61);
  await expect(descriptions(page).last()).toBeFocused();
  await expect(descriptions(page).last()).toBeInViewport({ ratio: 1 });
});

test('given a phone, when Dodaj and a circle are tapped, then neither stays highlighted', async ({ browser }) => {
  const account = await newAccount(product, 'tapped');
  const list = await listOnServer(product, account, 'Dotyk', ['mleko', 'chleb']);
  const page = await openAt(browser, product, account, SMALL, { path: `/lists/${list}` });
  const add = page.getByRole('button', { name: 'Dodaj produkt' });
  const circle = page.getByRole('checkbox', { name: 'Kupione: mleko' });
  const looks = async () => [
    await add.evaluate((button) => getComputedStyle(button).backgroundColor),
    await circle.evaluate((box) => getComputedStyle(box, '::before').borderTopColor),
  ];
  await expect(circle).toBeVisible();
  const before = await looks();
  await add.tap();
  expect(await looks()).toEqual(before);
  await circle.tap();
  await circle.tap();
  await expect(circle).not.toBeChecked();
  await expect.poll(looks).toEqual(before);
  await page.context().close();
});

test('given a long list, when a message is shown, then Dodaj stands above it and nothing else moves', async ({
  browser,
}) => {
  const account = await newAccount(product, 'message');
  const names = Array.from({ length: 30 }, (_, place) => `produkt ${place}`);
  const list = await listOnServer(product, account, 'Długa', names);
  const page = await openAt(
    browser,
    product,
    account,
    { ...SMALL, permissions: ['clipboard-write'] },
    { path: '/logs' },
  );
  await watchShifts(page);
  await page.goto(`${product.origin}/lists/${list}`);
  await expect(descriptions(page)).toHaveCount(30);
  const add = page.getByRole('button', { name: 'Dodaj produkt' });
  const bar = page.locator('[data-snackbar]');
  const [row, low] = [await boxOf(page.locator('[data-item]').nth(3)), await boxOf(add)];
  const before = await shiftsOf(page);

  await page.getByRole('button', { name: 'Wyślij jako tekst' }).tap();
  await expect(bar).toBeVisible();
  const gap = async () => (await boxOf(bar)).y - (await boxOf(add)).y - low.height;
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  expect(await boxOf(page.locator('[data-item]').nth(3))).toEqual(row);
  // Playwright refuses to tap what something covers.
  await add.tap({ trial: true });

  await expect(bar).toBeHidden();
  await expect.poll(() => boxOf(add)).toEqual(low);
  const { total, worst } = await shiftsOf(page);
  expect(total - before.total, worst).toBeLessThanOrEqual(0.001);
  await page.context().close();
});

test('given a wide window with a mouse, then the shapes of rows begin where the rows do', async ({ browser }) => {
  const account = await newAccount(product, 'shapes');
  const list = await listOnServer(product, account, 'Kształty', ['mleko']);
  const page = await openAt(browser, product, null, DESK, { path: '/guest' });
  await page.evaluate((jwt) => localStorage.setItem('token', jwt), account.jwt);
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/list-items?**', (route) => held.then(() => route.continue()));
  await page.goto(`${product.origin}/lists/${list}`);
  const shapes = page.locator('main [aria-busy] span[style]');
  await expect(shapes.first()).toBeVisible();
  const shape = await boxOf(shapes.first());
  goOn();
  const tick = page.getByRole('checkbox', { name: 'Kupione: mleko' });
  const distance = async () => {
    const { x, width } = await boxOf(tick);
    return Math.abs(shape.x + shape.width / 2 - (x + width / 2));
  };
  await expect.poll(distance).toBeLessThanOrEqual(1);
  await page.context().close();
});

test('given a long list and a message, when a row gets the focus by a key, then neither it nor Dodaj covers the row', async ({
  browser,
}) => {
  const account = await newAccount(product, 'tabbed');
  const names = Array.from({ length: 40 }, (_, place) => `produkt ${place}`);
  const list = await listOnServer(product, account, 'Długa', names);
  const page = await openAt(browser, product, account, DESK, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(40);
  await descriptions(page).nth(1).focus();
  await page.getByRole('button', { name: 'Usuń produkt: produkt 1', exact: true }).click();
  // A message stays for as long as the pointer is on it.
  await page.getByRole('button', { name: 'Cofnij' }).hover();
  const add = page.getByRole('button', { name: 'Dodaj produkt' });
  for (let row = 2; row < 16; row += 1) {
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('textarea:focus');
    // The list scrolls for a few frames.
    await expect
      .poll(async () => {
        const [field, raised] = [await boxOf(focused), await boxOf(add)];
        return raised.y - (field.y + field.height);
      })
      .toBeGreaterThanOrEqual(-1);
  }
  await expect(page.getByRole('button', { name: 'Cofnij' })).toBeVisible();
  await page.context().close();
});

test('given a list with a long name on a narrow phone, when the focus goes up by keys, then the header covers no row', async ({
  browser,
}) => {
  const account = await newAccount(product, 'upwards');
  const names = Array.from({ length: 40 }, (_, place) => `produkt ${place}`);
  const list = await listOnServer(product, account, 'Zakupy na cały tydzień dla nas i dla sąsiadów z góry', names);
  const small = { viewport: { width: 320, height: 640 } };
  const page = await openAt(browser, product, account, small, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(40);
  await descriptions(page).nth(30).focus();
  const header = page.locator('header');
  for (let row = 29; row > 10; row -= 1) {
    await page.keyboard.press('ArrowUp');
    const focused = page.locator('textarea:focus');
    // The list scrolls for a few frames.
    await expect
      .poll(async () => {
        const [field, { y, height }] = [await boxOf(focused), await boxOf(header)];
        return field.y - (y + height);
      })
      .toBeGreaterThanOrEqual(-1);
  }
  await page.context().close();
});

test('the End key leads to the end of a long list whose rows wrap', async ({ browser }) => {
  const account = await newAccount(product, 'end-key');
  const names = Array.from({ length: 60 }, (_, place) => `${LONG} ${place}`);
  const list = await listOnServer(product, account, 'Długa', names);
  const page = await openAt(browser, product, account, DESK, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(names.length);
  await page.keyboard.press('End');
  await expect(page.getByRole('checkbox').last()).toBeInViewport();
  const toEnd = () => page.evaluate(() => document.documentElement.getBoundingClientRect().bottom - window.innerHeight);
  await expect.poll(toEnd).toBe(0);
  await page.context().close();
});

test('given a row with the focus on a phone, when its quantity is tapped at the last letter, then it gets the caret and ✕ is 8 px away', async ({
  browser,
}) => {
  const account = await newAccount(product, 'beside');
  const list = await listOnServer(product, account, 'Zakupy', []);
  const data = { uuid: crypto.randomUUID(), list, description: 'mleko', quantity: '2', done: false };
  await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
  const page = await openAt(browser, product, account, PHONE, { path: `/lists/${list}` });
  await descriptions(page).tap();
  const quantity = page.getByRole('textbox', { name: 'Ilość: mleko' });
  const { x, y, width, height } = await boxOf(quantity);
  const remove = await boxOf(page.getByRole('button', { name: 'Usuń produkt: mleko' }));
  expect(remove.x - (x + width)).toBe(8);
  expect(remove.width).toBe(44);
  // Chromium gives a tap near an edge to the button, which is smaller than the field.
  await page.touchscreen.tap(x + width + 1, y + height / 2);
  await expect(quantity).toBeFocused();
  await expect(descriptions(page)).toHaveValue('mleko');
  await page.context().close();
});
