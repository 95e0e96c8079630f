import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { listOnServer, newAccount, signedIn, visit } from '../e2e/support/account';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { descriptions } from '../e2e/support/person';
import { type Product, startProduct } from '../e2e/support/product';
import { PUSH_DEBOUNCE_MS } from '../src/sync/wire/timing';

/**
 * How long a person with two browsers waits: from a tick in one to its paint in the other, without the push debounce, compared with
 * the same write by a bare program. And how many requests a fast series of edits to one item costs.
 */
const TICKS = Number(process.env.BENCH_TICKS ?? 40);
const EDITS = 100;

const quantile = (values: readonly number[], at: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))] ?? Number.NaN;

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** Resolves with the moment (epoch ms) when a changed checkbox of the list is painted. Call before the tick. */
const painted = (page: Page, isDone: boolean): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const look = (): void => {
          const box = document.querySelector<HTMLElement>('[role="checkbox"], input[type="checkbox"]');
          const isChecked = box instanceof HTMLInputElement ? box.checked : box?.ariaChecked === 'true';
          if (isChecked !== wanted) return;
          watch.disconnect();
          // The frame after the next one begins has been painted.
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.timeOrigin + performance.now())));
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    isDone,
  );

const tick = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const at = performance.timeOrigin + performance.now();
    document.querySelector<HTMLElement>('[role="checkbox"], input[type="checkbox"]')?.click();
    return at;
  });

const measureTicks = async (here: Page, there: Page): Promise<number[]> => {
  const waits: number[] = [];
  for (let round = 0; round < TICKS; round += 1) {
    const isPainted = painted(there, round % 2 === 0);
    const at = await tick(here);
    waits.push((await isPainted) - at - PUSH_DEBOUNCE_MS);
  }
  return waits;
};

/** The floor: a PUT by a program, until another program that only reads the stream has the event. */
const measureBare = async ({ origin }: Product, jwt: string, documentId: string): Promise<number[]> => {
  const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
  const controller = new AbortController();
  const stream = await fetch(`${origin}/api/lists/all/sse`, { headers, signal: controller.signal });
  const reader = stream.body?.getReader();
  if (!reader) throw new Error('no stream');
  const waits: number[] = [];
  for (let round = 0; round < TICKS; round += 1) {
    const at = performance.now();
    const body = JSON.stringify({ data: { quantity: `${round}` } });
    const put = fetch(`${origin}/api/list-items/${documentId}`, { method: 'PUT', headers, body });
    let heard = '';
    while (!heard.includes('list-item::patch')) heard += new TextDecoder().decode((await reader.read()).value);
    waits.push(performance.now() - at);
    await put;
  }
  controller.abort();
  return waits;
};

/** The requests of the browser while one item is typed into without a pause, until the server has the last letter. */
const countRequests = async (page: Page): Promise<{ writes: number; all: number }> => {
  const count = { writes: 0, all: 0 };
  let last = Date.now();
  page.context().on('request', (request) => {
    if (!request.url().includes('/api/')) return;
    last = Date.now();
    count.all += 1;
    if (request.method() !== 'GET') count.writes += 1;
  });
  await descriptions(page).first().click();
  for (let edit = 0; edit < EDITS; edit += 1) await page.keyboard.type(String(edit % 10), { delay: 40 });
  last = Date.now();
  // No request for three debounces: the app has sent everything.
  while (Date.now() - last < 3 * PUSH_DEBOUNCE_MS) await page.waitForTimeout(PUSH_DEBOUNCE_MS);
  return count;
};

const twoBrowsers = async (browser: Browser, product: Product) => {
  const account = await newAccount(product, 'live');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const open = async (): Promise<Page> => {
    const page = await visit(await signedIn(browser, product, account), product, `/lists/${listId}`);
    await descriptions(page).first().waitFor();
    await page.getByText('Wszystko zapisane').waitFor();
    return page;
  };
  const { data } = (await product.call('GET', '/list-items', { jwt: account.jwt })) as {
    data: readonly [{ documentId: string }];
  };
  return { jwt: account.jwt, documentId: data[0].documentId, here: await open(), there: await open() };
};

const product = await startProduct({}, resolve(process.env.E2E_DIST ?? 'dist'));
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const { jwt, documentId, here, there } = await twoBrowsers(browser, product);
  const live = await measureTicks(here, there);
  const requests = await countRequests(here);
  await browser.close();
  const bare = await measureBare(product, jwt, documentId);
  const results = [
    {
      name: `tick on one browser to paint on another, beyond the debounce, × a bare PUT to a bare stream`,
      ratio: Number((quantile(live, 0.5) / quantile(bare, 0.5)).toFixed(1)),
      medianMs: rounded(quantile(live, 0.5)),
      p95Ms: rounded(quantile(live, 0.95)),
      bareMedianMs: rounded(quantile(bare, 0.5)),
      bareP95Ms: rounded(quantile(bare, 0.95)),
      ticks: TICKS,
    },
    {
      name: `writes for ${EDITS} edits of one item, per edit`,
      ratio: requests.writes / EDITS,
      writes: requests.writes,
      requests: requests.all,
    },
  ];
  process.stdout.write(`${JSON.stringify({ bench: 'live', results })}\n`);
} finally {
  await browser.close();
  await product.dispose();
}
