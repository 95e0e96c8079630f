import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { v7 } from 'uuid';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { type Product, startProduct } from '../e2e/support/product';
import { PHONE } from '../e2e/support/viewports';
import { BUILDS, nameOfBuild, rounded } from './builds';

/**
 * The time from an input to the next frame, on a small phone screen with the processor slowed down four times. The same is measured
 * on bare DOM with the same rows, in the same run. Event durations are the browser's own (Event Timing, as for INP, in
 * steps of 8 ms); opening and pasting end with the first frame that shows the rows.
 */
const CPU_SLOWDOWN = 4;
const ROWS = 500;
const MANY_ROWS = 2000;
const PASTED = 200;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const OPENINGS = Number(process.env.BENCH_OPENINGS ?? 5);
const SHORTEST_EVENT_MS = 16;

interface Timed {
  events?: { name: string; ms: number }[];
}

const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
};

const watchEvents = (page: Page): Promise<unknown> =>
  page.addInitScript((threshold) => {
    const timed = window as Window & Timed;
    timed.events = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) timed.events?.push({ name: entry.name, ms: entry.duration });
    }).observe({ type: 'event', durationThreshold: threshold, buffered: true } as PerformanceObserverInit);
  }, SHORTEST_EVENT_MS);

const slow = async (page: Page, rate: number): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
};

/** The longest event of each act. The browser does not report very short events; such an act counts as the shortest reported time. */
const durations = async (page: Page, count: number, act: (index: number) => Promise<void>): Promise<number[]> => {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await page.evaluate(() => {
      (window as Window & Timed).events = [];
    });
    await act(index);
    await page.waitForTimeout(250);
    const events = await page.evaluate(() => (window as Window & Timed).events ?? []);
    found.push(Math.max(SHORTEST_EVENT_MS, ...events.map(({ ms }) => ms)));
  }
  return found;
};

/** From just before `start` in the page until the frame in which there are `rows` rows. */
const untilRows = (page: Page, start: () => void, rows: number): Promise<number> =>
  page.evaluate(
    ([code, wanted]) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = (): void => {
          if (document.querySelectorAll('li textarea').length < wanted) return void requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        };
        // Code for the page, passed as text; it uses no variables of this file.
        new Function(`(${code})()`)();
        look();
      }),
    [start.toString(), rows] as const,
  );

/** The same rows and actions without any framework: the cost of the browser itself. */
const bareHtml = (
  rows: number,
): string => `<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width">
<style>body{font:17px/24px sans-serif;margin:16px}ul{padding:0;list-style:none}
li{display:flex;content-visibility:auto;contain-intrinsic-size:auto 52px;border-top:1px solid #ccc}
li input[type=checkbox]{width:24px;height:52px}li textarea{flex:1;field-sizing:content;font:inherit;padding:14px 0;border:0}
li .quantity{width:76px;border:0;font:inherit}</style><a href=#open id=open>open</a><ul></ul><script>
const list = document.querySelector('ul');
const rowOf = (text) => {
  const row = document.createElement('li');
  row.innerHTML = '<input type=checkbox><textarea rows=1></textarea><input class=quantity>';
  row.children[1].value = text;
  return row;
};
const open = () => { const all = document.createDocumentFragment();
  for (let index = 0; index < ${rows}; index += 1) all.append(rowOf('produkt ' + index)); list.replaceChildren(all); };
document.querySelector('a').onclick = open;
list.onkeydown = (event) => { if (event.key !== 'Enter' || !event.shiftKey) return; event.preventDefault();
  const row = rowOf(''); list.append(row); row.children[1].focus(); };
list.onpaste = (event) => { const lines = event.clipboardData.getData('text/plain').split('\\n'); if (lines.length < 2) return;
  event.preventDefault(); const all = document.createDocumentFragment(); for (const line of lines) all.append(rowOf(line));
  const last = all.lastChild; list.append(all); last.children[1].focus(); };
</script>`;

const furnish = async (product: Product, jwt: string, name: string, count: number): Promise<string> => {
  const list = v7();
  await product.call('POST', '/lists', { jwt, body: { data: { uuid: list, name, icon: 'tomato' } } });
  const add = (index: number): Promise<unknown> => {
    const data = { uuid: v7(), list, description: `produkt ${index}`, quantity: '', done: false };
    return product.call('POST', '/list-items', { jwt, body: { data } });
  };
  for (let start = 0; start < count; start += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - start) }, (_, index) => add(start + index)));
  return list;
};

interface Figures {
  readonly key: number[];
  readonly tick: number[];
  readonly add: number[];
  readonly paste: number[];
}

const pasteInto = (): void => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', Array.from({ length: 200 }, (_, index) => `wklejone ${index}`).join('\n'));
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
};

const measureList = async (page: Page): Promise<Figures> => {
  const field = page.locator('li textarea').nth(3);
  await field.tap();
  const key = await durations(page, ROUNDS, () => page.keyboard.press('a'));
  const ticks = page.locator('li input[type=checkbox]');
  const tick = await durations(page, Math.min(10, ROUNDS), (index) => ticks.nth(index % 8).tap());
  await page.waitForTimeout(1500);
  await page.locator('li textarea').nth(3).tap();
  const add = await durations(page, ROUNDS, async () => page.keyboard.press('Shift+Enter'));
  const paste: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = await page.locator('li textarea').count();
    paste.push(await untilRows(page, pasteInto, before + PASTED - 1));
    await page.waitForTimeout(2500);
  }
  return { key, tick, add, paste };
};

const measureMany = async (page: Page): Promise<{ readonly keyMany: number[]; readonly tickMany: number[] }> => {
  await page.locator('li textarea').nth(3).tap();
  const keyMany = await durations(page, ROUNDS, () => page.keyboard.press('a'));
  const ticks = page.locator('li input[type=checkbox]');
  return { keyMany, tickMany: await durations(page, Math.min(10, ROUNDS), (index) => ticks.nth(index % 8).tap()) };
};

const openings = async (page: Page, open: () => void, rows: number, back: () => Promise<void>): Promise<number[]> => {
  const found: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    found.push(await untilRows(page, open, rows));
    await page.waitForTimeout(500);
    await back();
    await page.waitForTimeout(500);
  }
  return found;
};

const clickFirst = (): void => (document.querySelector('main li a') as HTMLElement).click();
const clickSecond = (): void => (document.querySelectorAll('main li a')[1] as HTMLElement).click();
const clickBareLink = (): void => (document.querySelector('#open') as HTMLElement).click();

type AllFigures = Figures & {
  readonly open: number[];
  readonly openMany: number[];
  readonly keyMany: number[];
  readonly tickMany: number[];
};

/** The app of one build. */
const measureApp = async (browser: Browser, dist: string): Promise<AllFigures> => {
  const product = await startProduct({}, dist);
  try {
    const jwt = await product.signUp('interaction@example.com');
    await furnish(product, jwt, 'Pięćset', ROWS);
    await furnish(product, jwt, 'Dwa tysiące', MANY_ROWS);
    const { origin } = product;
    const origins = [{ origin, localStorage: [{ name: 'token', value: jwt }] }];
    const context = await browser.newContext({ ...PHONE, storageState: { cookies: [], origins } });
    const page = await context.newPage();
    await watchEvents(page);
    await page.goto(`${origin}/lists`);
    await page.locator('main li a').nth(1).waitFor();
    await page.waitForTimeout(3000);
    await slow(page, CPU_SLOWDOWN);
    const goBack = async (): Promise<void> => {
      await page.goBack();
      await page.locator('main li a').nth(1).waitFor();
    };
    const open = await openings(page, clickFirst, ROWS, goBack);
    const openMany = await openings(page, clickSecond, MANY_ROWS, goBack);
    await untilRows(page, clickFirst, ROWS);
    await page.waitForTimeout(1000);
    const few = await measureList(page);
    await goBack();
    await untilRows(page, clickSecond, MANY_ROWS);
    await page.waitForTimeout(1000);
    const figures = { ...few, open, openMany, ...(await measureMany(page)) };
    await context.close();
    return figures;
  } finally {
    await product.dispose();
  }
};

const BARE_ORIGIN = 'http://localhost';

/** The same on bare DOM. */
const measureBare = async (browser: Browser): Promise<AllFigures> => {
  const bareOf = async (rows: number): Promise<Page> => {
    const bare = await (await browser.newContext(PHONE)).newPage();
    await watchEvents(bare);
    await bare.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: bareHtml(rows) }));
    await bare.goto(`${BARE_ORIGIN}/bare`);
    await slow(bare, CPU_SLOWDOWN);
    return bare;
  };
  const clear = (bare: Page) => async () =>
    void (await bare.evaluate(() => document.querySelector('ul')?.replaceChildren()));
  const many = await bareOf(MANY_ROWS);
  const openMany = await openings(many, clickBareLink, MANY_ROWS, clear(many));
  await untilRows(many, clickBareLink, MANY_ROWS);
  const ofMany = await measureMany(many);
  await many.context().close();
  const few = await bareOf(ROWS);
  const open = await openings(few, clickBareLink, ROWS, clear(few));
  await untilRows(few, clickBareLink, ROWS);
  const ofFew = await measureList(few);
  await few.context().close();
  return { ...ofFew, open, openMany, ...ofMany };
};

const NAMED = [
  ['key', `key in a ${ROWS}-item list`],
  ['tick', `tick in a ${ROWS}-item list`],
  ['add', `Enter-add in a ${ROWS}-item list`],
  ['open', `open ${ROWS} items`],
  ['openMany', `open ${MANY_ROWS} items`],
  ['paste', `paste ${PASTED} lines`],
  ['keyMany', `key in a ${MANY_ROWS}-item list`],
  ['tickMany', `tick in a ${MANY_ROWS}-item list`],
] as const;

const main = async (): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const apps: AllFigures[] = [];
    for (const dist of BUILDS) apps.push(await measureApp(browser, dist));
    const bare = await measureBare(browser);
    const results = apps.flatMap((app, index) =>
      NAMED.map(([key, name]) => {
        const p75Ms = quantile(app[key], 0.75);
        const bareP75Ms = quantile(bare[key], 0.75);
        return {
          name: `${name}${nameOfBuild(index)}`,
          p75Ms: Math.round(p75Ms),
          worstMs: Math.round(Math.max(...app[key])),
          bareP75Ms: Math.round(bareP75Ms),
          ratio: rounded(p75Ms / bareP75Ms),
        };
      }),
    );
    process.stdout.write(`${JSON.stringify({ bench: 'interaction', slowdown: CPU_SLOWDOWN, results })}\n`);
  } finally {
    await browser.close();
  }
};

await main();
