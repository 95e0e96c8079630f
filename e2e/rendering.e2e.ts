import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { standsStill } from './support/everyScreen';
import { descriptions, listCard, openList } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE, VIEWPORTS } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

interface Watched extends Window {
  /** For each commit of React, the number of function components that ran. */
  commits: number[];
}

/**
 * Counts what React renders, as its developer tools do: React marks each component whose function ran. Must be called before the
 * page loads.
 */
const countRenders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const FUNCTIONS = [0, 11, 14, 15];
    const RAN = 1;
    const seen = window as unknown as Watched;
    seen.commits = [];
    const ran = (fiber: Fiber): number => {
      const before = fiber.alternate;
      const own = FUNCTIONS.includes(fiber.tag) && (before === null || (fiber.flags & RAN) !== 0) ? 1 : 0;
      let below = 0;
      if (fiber.child !== before?.child)
        for (let child = fiber.child; child; child = child.sibling) below += ran(child);
      return own + below;
    };
    const nothing = (): void => undefined;
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) => seen.commits.push(ran(root.current)),
        onPostCommitFiberRoot: nothing,
        onCommitFiberUnmount: nothing,
      },
    });
  });

for (const [name, options] of VIEWPORTS) {
  test(`a key in a row draws at most five components, ${name}`, async ({ browser }) => {
    const account = await newAccount(product, `renders-${name.length}`);
    const items = Array.from({ length: 10 }, (_, place) => `produkt ${place}`);
    const listId = await listOnServer(product, account, 'Zakupy', items);
    const page = await openAt(browser, product, account, options);
    await countRenders(page);
    await page.goto(`${product.origin}/lists/${listId}`);
    await expect(descriptions(page)).toHaveCount(10);
    await descriptions(page).nth(3).click();
    await page.keyboard.press('End');
    // The first keys of a burst also load the suggestions.
    await page.keyboard.type('ab');
    const drawn = await page.evaluate(() => {
      const seen = window as unknown as Watched;
      seen.commits = [];
      const field = document.activeElement as HTMLTextAreaElement;
      field.setRangeText('c', field.value.length, field.value.length, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return seen.commits;
    });
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toBeGreaterThan(1);
    expect(drawn[0]).toBeLessThanOrEqual(5);
    await page.context().close();
  });
}

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly elementCount?: number };
}

/** The most elements whose styles the browser computed at once while something was done. */
const mostStyled = async (browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> => {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  await standsStill(page);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const counts = trace.traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : [],
  );
  return Math.max(...counts);
};

const ROWS = 200;

/** A page of a new account with a list of many rows. */
const openLists = async (browser: Browser, name: string, options: BrowserContextOptions): Promise<Page> => {
  const account = await newAccount(product, name);
  const items = Array.from({ length: ROWS }, (_, place) => `produkt ${place}`);
  await listOnServer(product, account, 'Zakupy', items);
  await listOnServer(product, account, 'Apteka', ['plastry']);
  const page = await openAt(browser, product, account, options);
  await expect(listCard(page, 'Zakupy')).toBeVisible();
  await standsStill(page);
  return page;
};

test('when a list of many rows opens, the styles of its rows are computed once', async ({ browser }) => {
  const page = await openLists(browser, 'styles', PHONE);
  // The header's height changes the page's scroll padding; in a variable, every row would inherit it.
  const styled = await mostStyled(browser, page, () => openList(page, 'Zakupy'));
  expect(styled).toBeGreaterThan(0);
  expect(styled).toBeLessThan(ROWS);
  await page.context().close();
});

test('the first key in a list, which brings the styles of the suggestions, computes those of no row again', async ({
  browser,
}) => {
  const page = await openLists(browser, 'first-key', DESK);
  await openList(page, 'Zakupy');
  await descriptions(page).first().selectText();
  await standsStill(page);
  const styled = await mostStyled(browser, page, async () => {
    await page.keyboard.type('p');
    await expect(page.getByRole('option').first()).toBeVisible();
  });
  expect(styled).toBeGreaterThan(0);
  expect(styled).toBeLessThan(ROWS);
  await page.context().close();
});
