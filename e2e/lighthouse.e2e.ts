import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect } from '@playwright/test';
import lighthouse from 'lighthouse';
import { type Account, listOnServer, newAccount } from './support/account';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

// Performance is measured by `npm run bench`: it takes a minute, and depends on the machine.
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

let product: Product;
let account: Account;
let list: string;
let context: BrowserContext;
let port: number;
const profile = mkdtempSync(join(tmpdir(), 'listy-lighthouse-'));

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close();
      if (address && typeof address === 'object') resolve(address.port);
      else reject(new Error('no free port'));
    });
  });

test.beforeAll(async () => {
  product = await startProduct();
  account = await newAccount(product, 'lighthouse');
  list = await listOnServer(product, account, 'Obiad', ['ryż', 'oliwa', 'ser']);
  port = await freePort();
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
    headless: true,
  });
});
test.afterAll(async () => {
  await context.close();
  await product.dispose();
  rmSync(profile, { recursive: true, force: true });
});

/** Scores from 0 to 100 by category, and the audits of accessibility that are not perfect. */
const audit = async (path: string): Promise<{ scores: Record<string, number>; failed: string[] }> => {
  const result = await lighthouse(product.origin + path, {
    port,
    onlyCategories: CATEGORIES,
    // The account is in the profile's local storage.
    disableStorageReset: true,
    logLevel: 'silent',
    // Lighthouse waits for a quiet network, which the open event stream never is.
    maxWaitForLoad: 10_000,
  });
  if (!result) throw new Error('lighthouse says nothing');
  const { categories, audits } = result.lhr;
  const scores = Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  // Audits without weight are only hints. One of them wants `0/3` in the name of a card; we use a sentence on purpose.
  const failed = (categories.accessibility?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id])
    .filter((each) => each?.score === 0)
    .map((each) => `${each?.id}: ${each?.title}`);
  return { scores, failed };
};

const expectAccessible = async (name: string, path: string): Promise<void> => {
  const { scores, failed } = await audit(path);
  console.info(`lighthouse ${name}: ${JSON.stringify(scores)}`);
  expect(failed).toEqual([]);
  expect(scores.accessibility).toBe(100);
};

test('Lighthouse finds Guest, Lists and List fully accessible', async () => {
  test.setTimeout(300_000);
  await expectAccessible('guest', '/guest');
  const page = await context.newPage();
  await page.goto(`${product.origin}/logs`);
  await page.evaluate((token) => localStorage.setItem('token', token), account.jwt);
  await page.goto(`${product.origin}/lists`);
  await expect(page.getByRole('link', { name: /^Obiad,/ })).toBeVisible();
  await page.close();
  await expectAccessible('lists', '/lists');
  await expectAccessible('list', `/lists/${list}`);
});
