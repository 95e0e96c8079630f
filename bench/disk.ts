import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { v7 as newUuid } from 'uuid';
import { type Account, newAccount, signedIn } from '../e2e/support/account';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/support/chromium';
import { type Product, startProduct } from '../e2e/support/product';
import { BUILDS, median, rounded } from './builds';

/**
 * How long an edit takes until it is stored, and a start until all rows are in memory. Listy's store is compared with
 * other libraries, with the same rows in the same browser, in turns. No screens, no network.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const EDITS = 7;
const NAMES = ['listy', 'raw', 'dexie', 'yjs', 'tinyBase', 'reduxPersist'] as const;
const SIZES = [
  { size: '100 items', lists: 5, itemsEach: 20 },
  { size: '2,000 items in one list', lists: 1, itemsEach: 2000 },
  { size: '10,000 items in 500 lists', lists: 500, itemsEach: 20 },
];

interface Row {
  readonly id: string;
  readonly list: string;
  readonly description: string;
  readonly quantity: string;
  readonly done: boolean;
}

/** `bench/compare/page.mjs` */
interface Storages {
  fill(name: string, rows: readonly Row[]): Promise<void>;
  open(name: string, rows: number): Promise<number>;
  edits(name: string, rows: readonly Row[]): Promise<number[]>;
}
type PageWithStorages = typeof globalThis & { storages: Storages };

const fill = async (product: Product, { jwt }: Account, lists: number, itemsEach: number): Promise<Row[]> => {
  const rows: Row[] = [];
  const waiting = Array.from({ length: lists }, () => newUuid());
  const addLists = async (): Promise<void> => {
    for (let list = waiting.pop(); list; list = waiting.pop()) {
      await product.call('POST', '/lists', { jwt, body: { data: { uuid: list, name: 'Lista', icon: 'tomato' } } });
      for (let at = 0; at < itemsEach; at += 1) {
        const row = { id: newUuid(), list, description: `produkt ${at}`, quantity: '1 l', done: false };
        const { id, ...fields } = row;
        await product.call('POST', '/list-items', { jwt, body: { data: { uuid: id, ...fields } } });
        rows.push(row);
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, addLists));
  return rows;
};

const { outputFiles } = await build({
  entryPoints: [new URL('../../../bench/compare/page.mjs', import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"', BUILT_BASE_PATH: '"/"' },
  write: false,
});
const SCRIPT = outputFiles[0]?.text ?? '';
const PAGE = '<!doctype html><title>disk</title><script type="module" src="/compare/page.js"></script>';

/** A page of the product's origin that has only the contestants. */
const openPage = async (context: BrowserContext, { origin }: Product): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${origin}/compare/`);
  await page.waitForFunction(() => 'storages' in globalThis);
  return page;
};

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
const product = await startProduct({}, BUILDS[0]);
try {
  const results = [];
  for (const { size, lists, itemsEach } of SIZES) {
    const account = await newAccount(product, `disk${lists}`);
    const rows = await fill(product, account, lists, itemsEach);
    const context = await signedIn(browser, product, account);
    await context.route('**/compare/', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await context.route('**/compare/page.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
    );
    for (const name of NAMES) {
      const page = await openPage(context, product);
      await page.evaluate(([of, all]) => (globalThis as PageWithStorages).storages.fill(of, all), [
        name,
        rows,
      ] as const);
      await page.close();
    }
    const starts = Object.fromEntries(NAMES.map((name) => [name, [] as number[]]));
    const edits = Object.fromEntries(NAMES.map((name) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round += 1) {
      const edited = Array.from({ length: EDITS }, (_, at) => rows[(round * EDITS + at) % rows.length] as Row);
      for (const name of NAMES) {
        const page = await openPage(context, product);
        // Only the disk is measured, so no round with the server begins.
        await context.setOffline(true);
        const open = ([of, count]: readonly [string, number]) =>
          (globalThis as PageWithStorages).storages.open(of, count);
        starts[name]?.push(await page.evaluate(open, [name, rows.length] as const));
        const edit = ([of, some]: readonly [string, readonly Row[]]) =>
          (globalThis as PageWithStorages).storages.edits(of, some);
        edits[name]?.push(...(await page.evaluate(edit, [name, edited] as const)));
        await context.setOffline(false);
        await page.close();
      }
    }
    const lines = (what: string, figures: Readonly<Record<string, number[]>>) =>
      NAMES.map((name) => ({
        name: `${what}, ${size}, × of one raw ${what === 'edit until stored' ? 'put' : 'getAll'}: ${name}`,
        ratio: rounded(median(figures[name] ?? []) / median(figures.raw ?? [])),
        ms: rounded(median(figures[name] ?? [])),
      }));
    results.push(...lines('edit until stored', edits), ...lines('start until in memory', starts));
    await context.close();
  }
  process.stdout.write(`${JSON.stringify({ bench: 'disk', results })}\n`);
} finally {
  await browser.close();
  await product.dispose();
}
