import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Product, startProduct } from './support/product';

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

/** Where the title stands and how it looks. */
const titleOf = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((heading) => {
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
  test(`the title stands before the app is there, and does not move when it comes, ${name}`, async ({ browser }) => {
    const { page, letGo } = await heldBack(browser, settings);
    await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Logowanie' })).toBeVisible();
    expect(await page.locator('input').count()).toBe(0);
    const before = await titleOf(page);
    letGo();
    await expect(page.locator('input').first()).toBeVisible();
    expect(await titleOf(page)).toEqual(before);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.context().close();
  });
}

test('who has chosen English and is signed in is greeted by the English overview', async ({ browser }) => {
  const { page, letGo } = await heldBack(browser);
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('token', 'any');
  });
  await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Your lists' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  letGo();
  await page.context().close();
});

test('a first visit asks for few files before its first screen, and waits for no style sheet', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const html = await (await page.goto(`${product.origin}/guest`))?.text();
  const asked = html?.match(/(?:src|href)="\/assets\/[^"]+"/g) ?? [];
  expect(html).not.toMatch(/rel="stylesheet"/);
  expect(asked.filter((address) => address.includes('.woff2')).length).toBe(2);
  expect(asked.filter((address) => address.includes('.js')).length).toBeLessThanOrEqual(8);
  await context.close();
});
