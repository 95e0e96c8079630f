import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { type Account, listOnServer, newAccount, signedIn, visit, workerInCharge } from '../e2e/support/account';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { descriptions } from '../e2e/support/person';
import { type Product, startProduct } from '../e2e/support/product';
import { PUSH_DEBOUNCE_MS } from '../src/sync/wire/timing';
import { BUILDS, median, nameOfBuild, rounded } from './builds';

/**
 * How long a person waits for the engine, in Chromium on the built product: from a key until it is on disk, for the start with
 * 10,000 items, for the first pull of 10,000 rows, from a tick until another tab and another browser show it. Each is compared
 * with what the browser alone needs in the same page.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LISTS = 500;
const ITEMS_EACH = 20;
/** Every other key measures the bare put. */
const KEYS = 60;
/** An even number, so that the item is open again at the end. */
const TICKS = 10;

interface Watched extends Window {
  /** By database: when the last transaction that put rows was complete, and the number of puts. */
  written: Record<string, { puts: number; at: number }>;
  longest: number;
  /** When the first link to a list was in a frame. */
  firstRow?: number;
}

interface KeyWaits {
  waits: number[];
  bareWaits: number[];
}

/** Notes what is written to the disk and when the first list is shown. Runs before the app. */
const watchPage = (): void => {
  const seen = window as unknown as Watched;
  seen.written = {};
  seen.longest = 0;
  const withRows = new Set<IDBTransaction>();
  const noted = (name: string) => {
    const own = seen.written[name] ?? { puts: 0, at: 0 };
    seen.written[name] = own;
    return own;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    const opened = transaction.apply(this, args);
    if (opened.mode === 'readwrite') {
      const own = noted(this.name);
      opened.addEventListener('complete', () => {
        if (withRows.has(opened)) own.at = performance.now();
      });
    }
    return opened;
  };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    noted(this.transaction.db.name).puts += 1;
    if (this.name === 'lists' || this.name === 'items') withRows.add(this.transaction);
    return put.apply(this, args);
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = new MutationObserver(() => {
    if (!document.querySelector('a[href^="/lists/"]')) return;
    look.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.firstRow = performance.now();
      }),
    );
  });
  look.observe(document, { subtree: true, childList: true });
};

/** Fetches and parses all rows and puts them as one value, the fastest possible way in this page. @returns ms */
const bareStore = (jwt: string): Promise<number> =>
  new Promise((done, fail) => {
    const opening = indexedDB.open(`bare-${Math.random()}`, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('rows');
    opening.onsuccess = async () => {
      const begun = performance.now();
      const ask = async (path: string): Promise<unknown> => {
        const query = 'filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z&sort=updatedAt:asc';
        const headers = { Authorization: `Bearer ${jwt}` };
        return (await fetch(`/api/${path}?${query}`, { headers, cache: 'no-store' })).json();
      };
      const rows = await Promise.all([ask('lists'), ask('list-items')]);
      const writing = opening.result.transaction('rows', 'readwrite');
      writing.objectStore('rows').put(rows, 'all');
      writing.oncomplete = () => done(performance.now() - begun);
      writing.onerror = () => fail(writing.error);
    };
  });

/**
 * Notes ms from each input event until the app's transaction is complete, and, at every other key, until a bare put of
 * the same input event is complete. Both wait for the same rendering, because the browser reports completion only between tasks.
 */
const watchKeys = (): void => {
  const seen = window as unknown as Watched & KeyWaits;
  seen.waits = [];
  seen.bareWaits = [];
  const opening = indexedDB.open('bare-keys', 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore('keys');
  opening.onsuccess = () => {
    const { transaction } = IDBDatabase.prototype;
    let begun = 0;
    let keys = 0;
    const beginKey = (): void => {
      begun = performance.now();
      keys += 1;
      if (keys % 2) return;
      const at = begun;
      const writing = transaction.call(opening.result, 'keys', 'readwrite');
      writing.objectStore('keys').put({ id: at, data: { description: 'mleko' } }, at);
      writing.commit();
      writing.oncomplete = () => void seen.bareWaits.push(performance.now() - at);
      // This key measures the bare put.
      begun = 0;
    };
    document.addEventListener('input', beginKey, { capture: true });
    IDBDatabase.prototype.transaction = function (...args) {
      const opened = transaction.apply(this, args);
      const at = begun;
      begun = 0;
      if (opened.mode === 'readwrite' && at)
        opened.addEventListener('complete', () => void seen.waits.push(performance.now() - at));
      return opened;
    };
  };
};

/** Resolves with the moment (epoch ms) at which the first checkbox has changed. Call before the tick. */
const ticked = (page: Page, isDone: boolean): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const look = (): void => {
          const box = document.querySelector<HTMLElement>('[role="checkbox"], input[type="checkbox"]');
          const isChecked = box instanceof HTMLInputElement ? box.checked : box?.ariaChecked === 'true';
          if (isChecked !== wanted) return;
          watch.disconnect();
          done(performance.timeOrigin + performance.now());
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
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

const measureTicks = async (here: Page, there: Page, lessMs: number): Promise<number> => {
  const waits: number[] = [];
  for (let round = 0; round < TICKS; round += 1) {
    const shown = ticked(there, round % 2 === 0);
    const at = await tick(here);
    waits.push((await shown) - at - lessMs);
    // The next tick must not coincide with the round of this one.
    await here.waitForTimeout(PUSH_DEBOUNCE_MS + 700);
  }
  return median(waits);
};

/** 10,000 items in 500 lists. */
const fill = async (product: Product, { jwt }: Account): Promise<void> => {
  const lists = Array.from({ length: LISTS }, () => newUuid());
  const addList = async (): Promise<void> => {
    for (let uuid = lists.pop(); uuid; uuid = lists.pop()) {
      await product.call('POST', '/lists', { jwt, body: { data: { uuid, name: 'Lista', icon: 'tomato' } } });
      for (let at = 0; at < ITEMS_EACH; at += 1) {
        const data = { uuid: newUuid(), list: uuid, description: `produkt ${at}`, quantity: '1 l', done: false };
        await product.call('POST', '/list-items', { jwt, body: { data } });
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, addList));
};

/** The first pull until all rows are stored, in ms; the same with the bare put; and the longest task. */
const measurePull = async (browser: Browser, product: Product, account: Account) => {
  const context = await signedIn(browser, product, account);
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists`);
  await page.locator('a[href^="/lists/"]').first().waitFor();
  await workerInCharge(page);
  await page.waitForTimeout(4000);
  const { pull, longest } = await page.evaluate(() => {
    const seen = window as unknown as Watched;
    const asked = performance.getEntriesByType('resource').filter(({ name }) => /\/api\/list(s|-items)\?/.test(name));
    const begun = Math.min(...asked.map(({ startTime }) => startTime));
    const [most] = Object.values(seen.written).sort((a, b) => b.puts - a.puts);
    return { pull: (most?.at ?? Number.NaN) - begun, longest: seen.longest };
  });
  const bare = await page.evaluate(bareStore, account.jwt);
  return { context, pull, bare, longest };
};

/** A new page of a browser that has stored everything: ms until the first list is in a frame, without a network. */
const measureStart = async (context: BrowserContext, product: Product): Promise<number> => {
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists`);
  await page.waitForFunction(() => (window as unknown as Watched).firstRow !== undefined);
  const shown = await page.evaluate(() => (window as unknown as Watched).firstRow ?? Number.NaN);
  await page.close();
  await context.setOffline(false);
  return shown;
};

const measureKeys = async (context: BrowserContext, product: Product, listId: string) => {
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists/${listId}`);
  await descriptions(page).first().waitFor();
  await page.evaluate(watchKeys);
  await page.waitForTimeout(500);
  await descriptions(page).first().focus();
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('a');
    await page.waitForTimeout(40);
  }
  const { waits, bareWaits } = await page.evaluate(() => {
    const { waits, bareWaits } = window as unknown as KeyWaits;
    return { waits, bareWaits };
  });
  await page.close();
  return { key: median(waits), bareKey: median(bareWaits) };
};

interface Figures {
  readonly pull: number;
  readonly bare: number;
  readonly longest: number;
  readonly start: number;
  readonly key: number;
  readonly bareKey: number;
  readonly otherTab: number;
  readonly otherBrowser: number;
}

const round = async (browser: Browser, product: Product, large: Account, small: Account, listId: string) => {
  const { context, ...pulled } = await measurePull(browser, product, large);
  const start = await measureStart(context, product);
  await context.close();
  const mine = await signedIn(browser, product, small);
  const theirs = await signedIn(browser, product, small);
  const here = await visit(mine, product, `/lists/${listId}`);
  const beside = await visit(mine, product, `/lists/${listId}`);
  const there = await visit(theirs, product, `/lists/${listId}`);
  for (const page of [here, beside, there]) await descriptions(page).first().waitFor();
  const otherTab = await measureTicks(here, beside, 0);
  await beside.close();
  const otherBrowser = await measureTicks(here, there, PUSH_DEBOUNCE_MS);
  await theirs.close();
  await here.close();
  const keys = await measureKeys(mine, product, listId);
  await mine.close();
  return { ...pulled, ...keys, start, otherTab, otherBrowser } satisfies Figures;
};

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
const products = await Promise.all(BUILDS.map((dist) => startProduct({}, dist)));
try {
  const runs: Figures[][] = products.map(() => []);
  const people = await Promise.all(
    products.map(async (product) => {
      const large = await newAccount(product, 'large');
      await fill(product, large);
      const small = await newAccount(product, 'small');
      return { large, small, listId: await listOnServer(product, small, 'Zakupy', ['mleko']) };
    }),
  );
  for (let at = 0; at < ROUNDS; at += 1) {
    for (const [index, product] of products.entries()) {
      const person = people[index];
      if (person) runs[index]?.push(await round(browser, product, person.large, person.small, person.listId));
      process.stderr.write(`${JSON.stringify(runs[index]?.at(-1))}\n`);
    }
  }
  const results = runs.flatMap((figures, index) => {
    const of = (name: keyof Figures): number => median(figures.map((one) => one[name]));
    const line = (name: string, ms: number, floorMs: number | null = null) => ({
      name: name + nameOfBuild(index),
      ratio: floorMs === null ? null : rounded(ms / floorMs),
      ms: rounded(ms),
      ...(floorMs !== null && { floorMs: rounded(floorMs) }),
    });
    return [
      line('key until on disk, × of one put in the same input event', of('key'), of('bareKey')),
      line('start with 10,000 items, first list in a frame', of('start')),
      line('first pull of 10,000 rows until stored, × of fetch, parse and one put', of('pull'), of('bare')),
      line('longest task of that pull', of('longest')),
      line('tick until another tab shows it', of('otherTab')),
      line('tick until another browser shows it, beyond the debounce', of('otherBrowser')),
    ];
  });
  process.stdout.write(`${JSON.stringify({ bench: 'engine', results })}\n`);
} finally {
  await browser.close();
  for (const product of products) await product.dispose();
}
