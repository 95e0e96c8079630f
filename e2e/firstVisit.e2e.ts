import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const APP = '**/assets/index-*.js';

/** A first visit whose app waits until it is let go. */
const heldBack = async (browser: Browser, settings: object = {}): Promise<{ page: Page; letGo: () => void }> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    serviceWorkers: 'block',
    ...settings,
  });
  const page = await context.newPage();
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(APP, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return { page, letGo };
};

/** React has the form. */
const isTakenOver = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => document.querySelector('#root[data-guest]') === null && !document.documentElement.dataset.early,
  );

/**
 * What is seen, but for the content of the picture beside the form: the browser scales it down by its own rounding,
 * which differs by one level of 255 now and then. Its place stays in the image.
 */
const lookOf = (page: Page): Promise<Buffer> =>
  page.screenshot({ animations: 'disabled', mask: [page.locator('header [aria-hidden]:empty')] });

/** Where the title stands and how it looks. */
const titleOf = (heading: Locator) =>
  heading.evaluate((heading) => {
    const { x, y, height } = heading.getBoundingClientRect();
    const { fontSize, fontWeight, fontFamily, color } = getComputedStyle(heading);
    const words = document.createRange();
    words.selectNodeContents(heading);
    const width = words.getBoundingClientRect().width;
    return {
      text: heading.textContent,
      x,
      y,
      height,
      width,
      fontSize,
      fontWeight,
      color,
      font: fontFamily.replaceAll('"', ''),
    };
  });

for (const [name, settings] of [
  ['on a phone', {}],
  ['in the dark, on a wide screen', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const) {
  test(`the sign-in is shown before the app has loaded, and does not move then, ${name}`, async ({ browser }) => {
    const { page, letGo } = await heldBack(browser, settings);
    // Never answered, because the answer would bring the button for the demo into the place that is reserved for it.
    await page.route('**/api/capabilities', () => undefined);
    await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Logowanie');
    await expect(title).toBeVisible();
    // Waits for both files of the font. The title needs only the first; other words have letters of the second.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await titleOf(title);
    const look = await lookOf(page);
    letGo();
    await isTakenOver(page);
    expect(await titleOf(title)).toEqual(before);
    expect((await lookOf(page)).equals(look)).toBe(true);
    await page.context().close();
  });
}

test('text typed before the app has loaded stays, and a submit waits for it', async ({ browser }) => {
  await product.signUp('early@example.com');
  const { page, letGo } = await heldBack(browser);
  await page.goto(`${product.origin}/lists/some-list`, { waitUntil: 'commit' });
  await page.getByLabel('E-mail').fill('early@example.com');
  const password = page.getByLabel('Hasło', { exact: true });
  await password.fill(PASSWORD);
  await password.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  letGo();
  // To the list that it began with.
  await expect(page).toHaveURL(`${product.origin}/lists/some-list`);
  await page.context().close();
});

test('a press before the app has loaded waits for it', async ({ browser }) => {
  for (const [name, heading] of [
    ['Rejestracja', 'Rejestracja'],
    ['Logi', 'Logi'],
    ['English', 'Sign in'],
  ] as const) {
    const { page, letGo } = await heldBack(browser);
    await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
    // Only the last press counts.
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    const pressed = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
    await pressed.click();
    await expect(page.locator('[data-pressed]')).toHaveText(name);
    expect(new URL(page.url()).hash).toBe('');
    letGo();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.context().close();
  }
});

test('given a sign-in in another tab before the app has loaded, then nothing holds back presses on its lists', async ({
  browser,
}) => {
  const jwt = await product.signUp('elsewhere@example.com');
  const { page, letGo } = await heldBack(browser);
  await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Rejestracja' }).click();
  await page.evaluate((token) => localStorage.setItem('token', token), jwt);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twoje listy');
  await page.getByRole('button', { name: 'Dodaj listę' }).first().click();
  await page.getByLabel('Nazwa listy').fill('Apteka');
  await page.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apteka');
  await page.context().close();
});

test('the app takes over the form of the page', async ({ browser }) => {
  const { page, letGo } = await heldBack(browser);
  await page.goto(`${product.origin}/guest`, { waitUntil: 'commit' });
  const password = page.getByLabel('Hasło', { exact: true });
  await password.fill('half of i');
  const was = await page.locator('#root *').elementHandles();
  letGo();
  await isTakenOver(page);
  for (const part of was) expect(await part.evaluate((element) => element.isConnected)).toBe(true);
  await expect(password).toBeFocused();
  await page.keyboard.type('t');
  await expect(password).toHaveValue('half of it');
  await page.getByRole('link', { name: 'Logi' }).click();
  await expect(page.getByText('the sign-in was rendered anew')).toHaveCount(0);
  await page.context().close();
});

test('the early sign-in is not shown to a signed-in person, in English, or for a reset link', async ({ browser }) => {
  for (const [stored, path] of [
    [{ token: 'any' }, '/'],
    [{ language: 'en' }, '/'],
    [{}, '/guest#reset=abc'],
    [{}, '/logs'],
  ] as const) {
    const { page, letGo } = await heldBack(browser);
    await page.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
      const seen = window as Window & { wasSeen?: boolean };
      const look = (): void => {
        const form = document.querySelector('#root[data-guest] form');
        if (form && form.getClientRects().length > 0) seen.wasSeen = true;
        requestAnimationFrame(look);
      };
      look();
    }, Object.entries(stored));
    await page.goto(product.origin + path, { waitUntil: 'commit' });
    letGo();
    await expect(page.locator('#root:not([data-guest]) h1').first()).toBeAttached();
    expect(await page.evaluate(() => (window as Window & { wasSeen?: boolean }).wasSeen)).toBe(undefined);
    await page.context().close();
  }
});

test('a first visit asks for few files before its first screen, and waits for no style sheet', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const html = await (await page.goto(`${product.origin}/guest`))?.text();
  const files = html?.match(/(?:src|href)="\/assets\/[^"]+"/g) ?? [];
  expect(html).not.toMatch(/rel="stylesheet"/);
  expect(files.filter((address) => address.includes('.woff2')).length).toBe(2);
  expect(files.filter((address) => address.includes('.js')).length).toBeLessThanOrEqual(8);
  await context.close();
});

test('given a slow start of a signed-in person, then the title is shown at once and does not move when the lists come', async ({
  browser,
}) => {
  const jwt = await product.signUp('slow@example.com');
  const localStorage = [{ name: 'token', value: jwt }];
  const storageState = { cookies: [], origins: [{ origin: product.origin, localStorage }] };
  const { page, letGo } = await heldBack(browser, { storageState });
  await page.goto(`${product.origin}/lists`, { waitUntil: 'commit' });
  const early = page.locator('div[data-early-frame=lists]');
  await expect(early.locator('h1')).toHaveText('Twoje listy');
  await expect(early.locator('h1')).toBeVisible();
  await expect(early.locator('[aria-busy] [style]').first()).toBeVisible();
  const before = await titleOf(early.locator('h1'));
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Twoje listy' })).toBeVisible();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  expect(await titleOf(page.locator('h1'))).toEqual(before);
  await page.context().close();
});

test('the early title is not shown to a guest, in English, or beside an open list', async ({ browser }) => {
  for (const [stored, settings, path] of [
    [{}, {}, '/lists'],
    [{ token: 'any', language: 'en' }, {}, '/lists'],
    [{ token: 'any' }, { viewport: { width: 1280, height: 800 } }, '/lists/any'],
  ] as const) {
    const { page, letGo } = await heldBack(browser, settings);
    await page.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, Object.entries(stored));
    await page.goto(product.origin + path, { waitUntil: 'commit' });
    const frames = page.locator('div[data-early-frame]');
    await expect(page.locator('template[data-early-frame=end]')).toBeAttached();
    await expect(frames).toHaveCount(0);
    letGo();
    await expect(page.locator('#root:not([data-guest]) h1').first()).toBeAttached();
    await expect(page.locator('[data-early-frame]')).toHaveCount(0);
    await page.context().close();
  }
});
