import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, devices, expect, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium';
import { bought, createList, descriptions, openList, signIn } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const isControlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test('the browser reports no installability error', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'listy-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    locale: 'pl-PL',
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, product.origin);
    await isControlled(page);
    const cdp = await context.newCDPSession(page);
    const { errors } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    await expect.poll(async () => (await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    const { appId } = await cdp.send('Page.getAppId');
    expect(appId).toBe(`${product.origin}/`);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('every icon and shortcut of the manifest exists in its size', async ({ page }) => {
  await page.goto(product.origin);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(product.origin + href)).json();
  expect(manifest).toMatchObject({ id: '/', start_url: '/lists', scope: '/', lang: 'pl', display: 'standalone' });
  const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }: { icons: unknown[] }) => icons)];
  for (const { src, sizes } of pictures as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async (url) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(`${src} ${size}`).toBe(`${src} ${sizes}`);
  }
});

test('it starts and works offline: overview, an open list, and every lazy component', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await signIn(page, product.origin);
  await isControlled(page);
  await createList(page, 'Bez sieci', 'Pizza');
  await openList(page, 'Bez sieci');
  await page.keyboard.type('mleko');
  await expect(page.getByText('Wszystko zapisane')).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(descriptions(page).first()).toHaveValue('mleko');
  await page.goto(`${product.origin}/lists`);
  await expect(page.getByRole('link', { name: /^Bez sieci,/ })).toBeVisible();
  await page.getByRole('link', { name: 'Logi' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible();
  await page.getByRole('button', { name: 'Polski' }).click();
  await page.goto(`${product.origin}/lists?new=1`);
  await expect(page.getByRole('dialog', { name: 'Dodaj listę' })).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

/** Chromium itself asks only where it likes to; its event is what the page waits for. */
const browserOffers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const asked = window as Window & { asked?: number };
    Object.assign(event, {
      prompt: async () => {
        asked.asked = (asked.asked ?? 0) + 1;
        return { outcome: 'dismissed' };
      },
    });
    window.dispatchEvent(event);
  });

const card = (page: Page) => page.getByRole('region', { name: 'Zainstaluj aplikację' });

test('given a worker, then the address of a file shows that file, and a shared text that ends like one the app', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ locale: 'pl-PL' })).newPage();
  await signIn(page, product.origin);
  await isControlled(page);
  await page.goto(`${product.origin}/licences.txt`);
  await expect(page.getByText('Fluent Emoji')).toBeVisible();
  await page.goto(`${product.origin}/lists?text=sklep.pl`);
  await expect(page.getByRole('heading', { name: 'Twoje listy' })).toBeVisible();
  await page.context().close();
});

test('installing is offered quietly: from the second visit, with three items, not for a month after a no', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, product.origin);
  await createList(page, 'Trzy', 'Pizza');
  await browserOffers(page);
  await page.waitForTimeout(500);
  await expect(card(page)).toBeHidden();
  const state = await context.storageState({ indexedDB: true });
  await context.close();

  const later = await browser.newContext({ storageState: state });
  const again = await later.newPage();
  await again.goto(`${product.origin}/lists`);
  await expect(again.getByRole('heading', { name: 'Twoje listy' })).toBeVisible();
  await expect(card(again)).toBeHidden();
  await browserOffers(again);
  await expect(card(again)).toBeVisible();
  await card(again).getByRole('button', { name: 'Zainstaluj' }).click();
  expect(await again.evaluate(() => (window as Window & { asked?: number }).asked)).toBe(1);
  await expect(card(again)).toBeHidden();
  await again.reload();
  await browserOffers(again);
  await again.waitForTimeout(500);
  await expect(card(again)).toBeHidden();
  await again.evaluate(() => {
    localStorage.setItem('installDismissedAt', String(Date.now() - 31 * 24 * 60 * 60 * 1000));
  });
  await again.reload();
  await browserOffers(again);
  await expect(card(again)).toBeVisible();
  await card(again).getByRole('button', { name: 'Nie teraz' }).click();
  await expect(card(again)).toBeHidden();
  await later.close();
});

const emulated = (name: string) => {
  const { defaultBrowserType: _, ...options } = devices[name] ?? {};
  return options;
};

const IPAD_AS_MAC = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
};
const iphone = emulated('iPhone 15');
const pixel = emulated('Pixel 7');

const facts = (platform: string, maxTouchPoints: number, shell: string | null = null) => ({
  platform,
  maxTouchPoints,
  shell,
});
const platforms = [
  ['an iPhone', iphone, facts('iPhone', 5), 'p_ios', '30px'],
  ['an iPad that calls itself a Mac', IPAD_AS_MAC, facts('MacIntel', 5), 'p_ios', '30px'],
  ['a Mac', IPAD_AS_MAC, facts('MacIntel', 0), 'p_android', '30px'],
  ['an Android phone', pixel, facts('Linux armv8l', 5), 'p_android', '30px'],
  ['the Android shell', pixel, facts('Linux armv8l', 5, 'android'), 'p_android', '40px'],
  ['the iOS shell', iphone, facts('iPhone', 5, 'ios'), 'p_ios', '60px'],
  ['a shell that breaks when it is asked', pixel, facts('Linux armv8l', 5, 'broken'), 'p_android', '60px'],
  ['a page with the shell on the web', pixel, facts('Linux armv8l', 5, 'web'), 'p_android', '30px'],
] as const;
for (const [what, options, device, className, top] of platforms) {
  test(`${what} is ${className} with ${top} above`, async ({ browser }) => {
    const context = await browser.newContext(options);
    await context.addInitScript(({ platform, maxTouchPoints, shell }) => {
      Object.defineProperty(Navigator.prototype, 'platform', { get: () => platform });
      Object.defineProperty(Navigator.prototype, 'maxTouchPoints', { get: () => maxTouchPoints });
      const getPlatform = (): string => {
        if (shell === 'broken') throw new Error('the bridge is not ready');
        return shell ?? 'web';
      };
      const native = { getPlatform, isNativePlatform: () => shell !== 'web' };
      if (shell) Object.assign(window, { Capacitor: native });
    }, device);
    const page = await context.newPage();
    await page.goto(product.origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const html = page.locator('html');
    await expect(html).toHaveClass(className);
    expect(await html.evaluate((root) => root.style.getPropertyValue('--top'))).toBe(top);
    await context.close();
  });
}

test('an iPhone is told how to install, without a button that could not work', async ({ browser }) => {
  const context = await browser.newContext(iphone);
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'platform', { get: () => 'iPhone' });
    localStorage.setItem('visited', 'yes');
  });
  const page = await context.newPage();
  await signIn(page, product.origin);
  await expect(card(page)).toContainText('Do ekranu początkowego');
  await expect(card(page).getByRole('button')).toHaveCount(1);
  await context.close();
});

test('a tick, its undo and a long press vibrate; changes of another device do not', async ({ browser }) => {
  const context = await browser.newContext(pixel);
  await context.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    Object.defineProperty(Navigator.prototype, 'vibrate', {
      value: (pattern: unknown) => {
        felt.push(pattern);
        return true;
      },
    });
  });
  const page = await context.newPage();
  const felt = () => page.evaluate(() => (window as Window & { felt?: unknown[] }).felt);
  await signIn(page, product.origin);
  await createList(page, 'Dotyk', 'Pizza');
  await openList(page, 'Dotyk');
  await page.keyboard.type('mleko');
  const box = page.getByRole('checkbox', { name: 'Kupione: mleko' });
  await box.tap();
  await expect.poll(felt).toEqual([[50, 50, 50]]);
  await expect(bought(page)).toHaveCount(1);
  await box.tap();
  await expect.poll(felt).toEqual([[50, 50, 50], 300]);
  await page
    .getByRole('button', { name: 'Wróć do list' })
    .or(page.getByRole('link', { name: 'Wróć do list' }))
    .tap();
  const place = await page.getByRole('link', { name: /^Dotyk,/ }).boundingBox();
  if (!place) throw new Error('no card');
  const cdp = await context.newCDPSession(page);
  const touchPoints = [{ x: place.x + place.width / 2, y: place.y + place.height / 2 }];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('dialog', { name: 'Dotyk' })).toBeVisible();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.getByRole('dialog', { name: 'Dotyk' })).toBeVisible();
  await expect.poll(felt).toEqual([[50, 50, 50], 300, 10]);
  await context.close();
});
