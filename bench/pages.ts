import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { signIn } from '../e2e/support/person';
import { type Product, startProduct } from '../e2e/support/product';
import { BUILDS, median, nameOfBuild, rounded } from './builds';

/**
 * How long a person waits for a page: largest contentful paint on a slow phone at a first visit, at a repeated one, and without
 * a network, compared with the required times. Also the size of the files for offline use, and Lighthouse's scores of the first page.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const CPU_SLOWDOWN = 4;
const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const FIRST_TARGET_MS = 2000;
const FIELD_TARGET_MS = 900;
const REPEAT_TARGET_MS = 1000;
const PRECACHE_TARGET_KB = 1000;
const PHONE = { width: 360, height: 800 };
/** Long enough for the last large paint to have come. */
const SETTLED_MS = 4000;

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

const paintOf = async (page: Page, url: string): Promise<number> => {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => (window as Window & { lcp?: number }).lcp ?? Number.NaN);
};

/** Notes in which frame the first field of the sign-in can be seen, and so typed into. Runs before the app. */
const watchField = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen = window as Window & { fieldAt?: number };
    const look = (now: number): void => {
      if (document.querySelector('input')?.checkVisibility()) seen.fieldAt = now;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

const fieldOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as Window & { fieldAt?: number }).fieldAt ?? Number.NaN);

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
    await watchField(context);
    const page = await context.newPage();
    await slowDown(page, false);
    first.push(await paintOf(page, `${product.origin}/`));
    field.push(await fieldOf(page));
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

type Scores = Readonly<Record<string, number>>;

/** One run, scores from 0 to 100 by category. @throws if Lighthouse could not measure, which is not a score of 0 */
const lighthouseScores = async (product: Product): Promise<Scores> => {
  const args = [...CHROMIUM_FLAGS, `--remote-debugging-port=${PORT}`];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const report = await lighthouse(`${product.origin}/`, { port: PORT, output: 'json', logLevel: 'error' });
    const categories = Object.entries(report?.lhr.categories ?? {});
    if (report?.lhr.runtimeError || categories.length === 0 || categories.some(([, { score }]) => score === null))
      throw new Error(report?.lhr.runtimeError?.message ?? 'no score');
    return Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
  } finally {
    await browser.close();
  }
};

/** Several runs. A failed run is reported and gives no figure. */
const runLighthouse = async (product: Product): Promise<readonly Scores[]> => {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run += 1)
    await lighthouseScores(product).then(
      (scores) => runs.push(scores),
      (error: unknown) => process.stderr.write(`Lighthouse, run ${run + 1} failed: ${String(error)}\n`),
    );
  return runs;
};

const figuresOf = async (product: Product, build: string) => {
  const { first, field, repeated, offline, kept } = await measure(product);
  const scores = await runLighthouse(product);
  const paint = (name: string, values: readonly number[], targetMs: number) => {
    const lcpMs = Math.round(median(values));
    return { name: name + build, ratio: rounded(lcpMs / targetMs), lcpMs, targetMs, runs: values.length };
  };
  const names = Object.keys(scores[0] ?? {});
  return [
    paint('largest paint, first visit, 1.6 Mbit/s, 150 ms, CPU / 4', first, FIRST_TARGET_MS),
    {
      name: `first field to type into, first visit${build}`,
      ratio: rounded(median(field) / FIELD_TARGET_MS),
      fieldMs: Math.round(median(field)),
      targetMs: FIELD_TARGET_MS,
    },
    paint('largest paint, repeated visit, CPU / 4', repeated, REPEAT_TARGET_MS),
    paint('largest paint, offline, CPU / 4', offline, REPEAT_TARGET_MS),
    { name: `kept for offline${build}`, ratio: rounded(kept.kB / PRECACHE_TARGET_KB), ...kept },
    ...names.map((name) => {
      const all = scores.map((run) => run[name] ?? Number.NaN);
      return { name: `Lighthouse ${name}${build}`, ratio: median(all) / 100, runs: all, failed: RUNS - all.length };
    }),
  ];
};

const results: unknown[] = [];
for (const [index, dist] of BUILDS.entries()) {
  const product = await startProduct({}, dist);
  try {
    results.push(...(await figuresOf(product, nameOfBuild(index))));
  } finally {
    await product.dispose();
  }
}
process.stdout.write(`${JSON.stringify({ bench: 'pages', results })}\n`);
