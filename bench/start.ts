import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { type Account, newAccount, signedIn, workerInCharge } from '../e2e/support/account';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { type Product, startProduct } from '../e2e/support/product';
import { BUILDS, median, nameOfBuild, rounded } from './builds';
import { serveEmptyPage } from './emptyPage';

/**
 * How long a signed-in person waits at a repeated visit until the first list is in a frame: with a few lists, compared with a page of React
 * and MUI alone; and with 10,000 items and no network, compared with only reading the stored rows. All in turns, in one run.
 * The first list may be the one that was seen last, which the page shows before the app is there. So the app's own first
 * list is measured too.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CPU_SLOWDOWN = 4;
const SMALL = { lists: 10, itemsEach: 10 };
const LARGE = { lists: 500, itemsEach: 20 };

/** When the first list was in a frame, and when the first list of the app itself was; ms from the navigation. */
interface FirstRow {
  readonly seen: number;
  readonly own: number;
}

interface Watched extends Window {
  firstRow?: Partial<FirstRow>;
}

/** Notes when the first link to a list was in a frame: any, and one that the app drew. */
const watchFirstRow = (): void => {
  const times: { -readonly [Kind in keyof FirstRow]?: number } = {};
  (window as Watched).firstRow = times;
  const note = (kind: keyof FirstRow): void => {
    times[kind] = Number.NaN;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        times[kind] = performance.now();
      }),
    );
  };
  const look = new MutationObserver(() => {
    if (times.seen === undefined && document.querySelector('a[href^="/lists/"]')) note('seen');
    if (!document.querySelector('#root a[href^="/lists/"]')) return;
    note('own');
    look.disconnect();
  });
  look.observe(document, { subtree: true, childList: true });
};

/** Opens a new page in front. */
const firstRowOf = async (context: BrowserContext, url: string, slowdown: number): Promise<FirstRow> => {
  const page = await context.newPage();
  if (slowdown > 1) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  await page.goto(url);
  await page.waitForFunction(() => (window as Watched).firstRow?.own);
  const shown = await page.evaluate(() => (window as Watched).firstRow as FirstRow);
  await page.close();
  return shown;
};

/** Opens the database and reads every record, as fast as a page can. @returns ms */
const readStored = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name?.includes('listy-user-')) ?? {};
    const begun = performance.now();
    return new Promise<number>((done, fail) => {
      const opening = indexedDB.open(name ?? '');
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const stores = [...opening.result.objectStoreNames];
        const reading = opening.result.transaction(stores, 'readonly');
        for (const store of stores) reading.objectStore(store).getAll();
        reading.oncomplete = () => {
          opening.result.close();
          done(performance.now() - begun);
        };
      };
    });
  });

const fill = async (product: Product, { jwt }: Account, { lists, itemsEach }: typeof SMALL): Promise<void> => {
  const uuids = Array.from({ length: lists }, () => newUuid());
  const addList = async (): Promise<void> => {
    for (let uuid = uuids.pop(); uuid; uuid = uuids.pop()) {
      await product.call('POST', '/lists', { jwt, body: { data: { uuid, name: 'Lista', icon: 'tomato' } } });
      for (let at = 0; at < itemsEach; at += 1) {
        const data = { uuid: newUuid(), list: uuid, description: `produkt ${at}`, quantity: '1 l', done: false };
        await product.call('POST', '/list-items', { jwt, body: { data } });
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, addList));
};

/** A browser that has stored everything and whose worker is active. */
const visited = async (browser: Browser, product: Product, name: string, size: typeof SMALL) => {
  const account = await newAccount(product, name);
  await fill(product, account, size);
  const context = await signedIn(browser, product, account);
  await context.addInitScript(watchFirstRow);
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists`);
  await page.locator('a[href^="/lists/"]').first().waitFor();
  await workerInCharge(page);
  // By now everything is stored, and nothing is fetched any more.
  await page.waitForTimeout(4000);
  return { context, page, url: `${product.origin}/lists` };
};

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
const empty = await serveEmptyPage();
const products = await Promise.all(BUILDS.map((dist) => startProduct({}, dist)));
try {
  const bare = await browser.newContext();
  await bare.addInitScript(watchFirstRow);
  const first = await bare.newPage();
  await first.goto(empty.origin);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.close();
  const people: { small: Awaited<ReturnType<typeof visited>>; large: Awaited<ReturnType<typeof visited>> }[] = [];
  for (const product of products)
    people.push({
      small: await visited(browser, product, 'small', SMALL),
      large: await visited(browser, product, 'large', LARGE),
    });
  const figures = people.map(() => ({
    fast: [] as FirstRow[],
    slow: [] as FirstRow[],
    large: [] as FirstRow[],
    read: [] as number[],
  }));
  const floor = { fast: [] as FirstRow[], slow: [] as FirstRow[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.fast.push(await firstRowOf(bare, empty.origin, 1));
    floor.slow.push(await firstRowOf(bare, empty.origin, CPU_SLOWDOWN));
    for (const [index, { small, large }] of people.entries()) {
      figures[index]?.fast.push(await firstRowOf(small.context, small.url, 1));
      figures[index]?.slow.push(await firstRowOf(small.context, small.url, CPU_SLOWDOWN));
      // A page behind another gets no frames.
      await large.page.bringToFront();
      figures[index]?.read.push(await readStored(large.page));
      await large.context.setOffline(true);
      figures[index]?.large.push(await firstRowOf(large.context, large.url, 1));
      await large.context.setOffline(false);
    }
  }
  const line = (name: string, values: readonly number[], floors: readonly number[]) => ({
    name,
    ratio: rounded(median(values) / median(floors)),
    ms: Math.round(median(values)),
    floorMs: Math.round(median(floors)),
  });
  const results = figures.flatMap(({ fast, slow, large, read }, index) =>
    (['seen', 'own'] as const).flatMap((kind) => {
      const times = (rows: readonly FirstRow[]): number[] => rows.map((row) => row[kind]);
      const whose = `${kind === 'own' ? ", the app's own first list" : ''}${nameOfBuild(index)}`;
      return [
        line(`signed-in start, × of React and MUI alone${whose}`, times(fast), times(floor.fast)),
        line(`signed-in start, CPU / ${CPU_SLOWDOWN}, × of the same${whose}`, times(slow), times(floor.slow)),
        line(`start with 10,000 items, offline, × of reading what is stored${whose}`, times(large), read),
      ];
    }),
  );
  process.stdout.write(`${JSON.stringify({ bench: 'start', results })}\n`);
} finally {
  await browser.close();
  empty.close();
  for (const product of products) await product.dispose();
}
