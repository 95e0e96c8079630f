import { resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { signIn } from '../e2e/support/person';
import { type Product, startProduct } from '../e2e/support/product';

/**
 * How long a person looks at nothing: largest contentful paint on a slow phone at a first visit, at a repeated one, and without
 * a network, against the brief; what the app keeps for offline; and what Lighthouse says of the first page.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const CPU_SLOWDOWN = 4;
const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const FIRST_TARGET_MS = 2000;
const REPEAT_TARGET_MS = 1000;
const PRECACHE_TARGET_KB = 1000;
const PHONE = { width: 360, height: 800 };
/** Long enough for the last large paint to have come. */
const SETTLED_MS = 4000;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const watchPaint = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen = window as Window & { lcp?: number };
    new PerformanceObserver((list) => {
      seen.lcp = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

const slowDown = async (page: Page, isOffline: boolean): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const speed = { latency: LATENCY_MS, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };
  await cdp.send('Network.emulateNetworkConditions', { offline: isOffline, ...speed });
};

const paintOf = async (page: Page, url: string, onOpened?: () => Promise<void>): Promise<number> => {
  await page.goto(url);
  await onOpened?.();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => (window as Window & { lcp?: number }).lcp ?? Number.NaN);
};

/** When the first field of the sign-in is there to type into: what is painted before it is only its title. */
const fieldOf = async (page: Page): Promise<number> => {
  await page.locator('input').first().waitFor();
  return page.evaluate(() => performance.now());
};

const isControlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

const precacheKilobytes = (page: Page): Promise<{ files: number; kB: number }> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache')) ?? '';
    const cache = await caches.open(name);
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer?.blob())?.size ?? 0));
    return { files: sizes.length, kB: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000) };
  });

const measure = async (product: Product) => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const first: number[] = [];
  const field: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: PHONE, locale: 'pl-PL' });
    await watchPaint(context);
    const page = await context.newPage();
    await slowDown(page, false);
    first.push(await paintOf(page, `${product.origin}/`, async () => void field.push(await fieldOf(page))));
    await context.close();
  }
  const context = await browser.newContext({ viewport: PHONE, locale: 'pl-PL' });
  await watchPaint(context);
  const page = await context.newPage();
  await signIn(page, product.origin);
  await isControlled(page);
  const kept = await precacheKilobytes(page);
  await slowDown(page, false);
  const repeated: number[] = [];
  for (let run = 0; run < RUNS; run += 1) repeated.push(await paintOf(page, `${product.origin}/lists`));
  await context.setOffline(true);
  const offline: number[] = [];
  for (let run = 0; run < RUNS; run += 1) offline.push(await paintOf(page, `${product.origin}/lists`));
  await browser.close();
  return { first, field, repeated, offline, kept };
};

const PORT = 40_000 + (process.pid % 9000);

const lighthouseScores = async (product: Product): Promise<Record<string, number>> => {
  const args = [...CHROMIUM_FLAGS, `--remote-debugging-port=${PORT}`];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const report = await lighthouse(`${product.origin}/`, { port: PORT, output: 'json', logLevel: 'error' });
    const categories = Object.entries(report?.lhr.categories ?? {});
    return Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
  } finally {
    await browser.close();
  }
};

const product = await startProduct({}, resolve(process.env.E2E_DIST ?? 'dist'));
try {
  const { first, field, repeated, offline, kept } = await measure(product);
  const scores = await lighthouseScores(product);
  const paint = (name: string, values: readonly number[], targetMs: number) => {
    const lcpMs = Math.round(median(values));
    return { name, ratio: Math.round((lcpMs / targetMs) * 100) / 100, lcpMs, targetMs, runs: values.length };
  };
  const results = [
    paint('largest paint, first visit, 1.6 Mbit/s, 150 ms, CPU / 4', first, FIRST_TARGET_MS),
    {
      name: 'first field to type into, first visit',
      ratio: Math.round((median(field) / FIRST_TARGET_MS) * 100) / 100,
      fieldMs: Math.round(median(field)),
      targetMs: FIRST_TARGET_MS,
    },
    paint('largest paint, repeated visit, CPU / 4', repeated, REPEAT_TARGET_MS),
    paint('largest paint, offline, CPU / 4', offline, REPEAT_TARGET_MS),
    { name: 'kept for offline', ratio: Math.round((kept.kB / PRECACHE_TARGET_KB) * 100) / 100, ...kept },
    ...Object.entries(scores).map(([name, score]) => ({ name: `Lighthouse ${name}`, ratio: score / 100, score })),
  ];
  process.stdout.write(`${JSON.stringify({ bench: 'pages', results })}\n`);
} finally {
  await product.dispose();
}
