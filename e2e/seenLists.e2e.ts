import { expect, type Page } from '@playwright/test';
import { listOnServer, newAccount, signedIn } from './support/account';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const CARDS = 'a[href^="/lists/"]';

/** Waits until the cards that are shown now are stored for the next start. */
const isStored = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (text) => Object.entries(localStorage).some(([key, value]) => key.startsWith('seenLists-') && value.includes(text)),
    text,
  );

/** Holds back files of the app. @returns a function that lets them go */
const hold = async (page: Page, files: string): Promise<() => void> => {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(files, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
};
const holdApp = (page: Page): Promise<() => void> => hold(page, '**/assets/index-*.js');

/** Where each part of the cards, the title and the bar stands, and how it looks. */
const lookOf = async (page: Page) => {
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode()));
    // Until a card has been drawn, it has an assumed height (`skipOffscreen`).
    for (const _ of 'ab') await new Promise(requestAnimationFrame);
  });
  return page.locator('ul:has(.card), ul:has(.card) *, h1, nav button, nav a').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      // Only one of the two bars and titles is shown.
      if (height === 0) return [];
      const { color, backgroundColor, borderColor, borderRadius, fontSize, fontStyle, fontWeight } =
        getComputedStyle(element);
      const style = { color, backgroundColor, borderColor, borderRadius, fontSize, fontStyle, fontWeight };
      // The app's title may be as wide as its row.
      const place = element.matches('h1') ? { x, y, height } : { x, y, width, height };
      return [{ kind: element.tagName, text: element.textContent, place, style }];
    }),
  );
};

/** A signed-in browser that has shown these lists before. */
const shownBefore = async (
  browser: Parameters<typeof signedIn>[0],
  name: string,
  lists: Readonly<Record<string, readonly string[]>>,
  settings: { readonly language?: string } = {},
): Promise<Page> => {
  const account = await newAccount(product, name);
  for (const [list, items] of Object.entries(lists)) await listOnServer(product, account, list, items);
  const context = await signedIn(browser, product, account);
  const page = await context.newPage();
  // Without the worker, so that the route above sees every request.
  await page.addInitScript(() => delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker);
  if (settings.language)
    await page.addInitScript((language) => localStorage.setItem('language', language), settings.language);
  await page.goto(`${product.origin}/lists`);
  await isStored(page, Object.keys(lists).at(-1) ?? '');
  return page;
};

const WEEKLY = {
  Zakupy: ['mleko', 'chleb'],
  '': ['nitki'],
  'Lista z bardzo długą nazwą, która nie mieści się w wierszu': [],
};

/** So many that the search field is above them. */
const MANY = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Lista ${at}`, ['mleko']]));

for (const [title, lists, size, language, scheme] of [
  ['on a phone', WEEKLY, { width: 390, height: 844 }, 'pl', 'light'],
  ['in a wide window, in English, in the dark', MANY, { width: 1280, height: 800 }, 'en', 'dark'],
] as const)
  test(`lists are shown before the app has loaded, and do not move then, ${title}`, async ({ browser }) => {
    const page = await shownBefore(browser, `seen-${language}`, lists, { language });
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    const letGo = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator(`[data-early-frame] ${CARDS}`).first()).toBeVisible();
    const early = await lookOf(page);
    letGo();
    await expect(page.locator(`#root ${CARDS}`).first()).toBeVisible();
    await expect(page.locator('[data-early-frame]')).toHaveCount(0);
    const app = await lookOf(page);
    expect(app.length).toBeGreaterThan(40);
    expect(app).toEqual(early);
    await page.context().close();
  });

test('a font that comes after the first picture of the lists moves no text', async ({ browser }) => {
  const page = await shownBefore(browser, 'seen-font', MANY);
  const letFontsGo = await hold(page, '**/*.woff2');
  const letGo = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator(`[data-early-frame] ${CARDS}`).first()).toBeVisible();
  const early = await lookOf(page);
  letFontsGo();
  await page.evaluate(() => document.fonts.ready);
  letGo();
  await expect(page.locator(`#root ${CARDS}`).first()).toBeVisible();
  await expect(page.locator('[data-early-frame]')).toHaveCount(0);
  // More code comes for the search field. A style sheet with the same fonts beside it would use them now.
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await lookOf(page)).toEqual(early);
  await page.context().close();
});

test('a press before the app has loaded works: on a list, and on the button for a new one', async ({ browser }) => {
  const page = await shownBefore(browser, 'seen-pressed', { Zakupy: ['mleko'] });
  const letGo = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator(`[data-early-frame] ${CARDS}`).click();
  letGo();
  await expect(page.getByRole('heading', { name: 'Zakupy' })).toBeVisible();
  await expect(page.locator('textarea').first()).toHaveValue('mleko');

  await page.unrouteAll();
  const letGoAgain = await holdApp(page);
  await page.goto(`${product.origin}/lists`, { waitUntil: 'commit' });
  await page.locator('[data-early-frame] nav button:visible').click();
  letGoAgain();
  await expect(page.getByRole('dialog', { name: 'Dodaj listę' })).toBeVisible();
  await page.context().close();
});

test('nobody who comes after a sign-out sees the lists', async ({ browser }) => {
  const page = await shownBefore(browser, 'seen-left', { Zakupy: ['mleko'] });
  await page.goto(`${product.origin}/logs`);
  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('seenLists')))).toEqual([]);
  // As if it had not been removed: without a token it is not shown.
  await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  await expect(page.locator(`${CARDS}:visible`)).toHaveCount(0);
  await page.context().close();
});

test('damaged lists are ignored', async ({ browser }) => {
  const page = await shownBefore(browser, 'seen-damaged', { Zakupy: ['mleko'] });
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('seenLists')) localStorage.setItem(key, '{"cards":[{}]}');
  });
  const letGo = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[data-early-frame] h1:visible')).toHaveText('Twoje listy');
  await expect(page.locator(`${CARDS}:visible`)).toHaveCount(0);
  letGo();
  await expect(page.locator(`#root ${CARDS}`)).toBeVisible();
  await page.context().close();
});
