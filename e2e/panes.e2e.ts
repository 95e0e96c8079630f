import { expect, type Page } from '@playwright/test';
import { type Account, listOnServer, newAccount, signedIn } from './support/account';
import { furnishEveryScreen, standsStill } from './support/everyScreen';
import { descriptions, listCard } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, PHONE } from './support/viewports';

/** Two panes from 1024 px: the lists at the left, the open one beside them. */

let product: Product;
let account: Account;
test.beforeAll(async () => {
  product = await startProduct();
  account = await newAccount(product, 'panes');
  await furnishEveryScreen(product, account);
});
test.afterAll(() => product.dispose());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const overview = (page: Page) => page.getByRole('region', { name: 'Twoje listy' });

const columns = (page: Page): Promise<(readonly number[])[]> =>
  page.locator('[data-pane]').evaluateAll((panes) =>
    panes.map((pane) => {
      const { left, width } = pane.getBoundingClientRect();
      return [left, width];
    }),
  );

for (const [width, pane] of [
  [1024, 320],
  [1280, 384],
  [1920, 400],
] as const) {
  test(`at ${width} px the lists take ${pane} px and the open one the rest, without sideways scrolling`, async ({
    browser,
  }) => {
    const page = await openAt(browser, product, account, { viewport: { width, height: 800 } });
    await expect(page.getByText('Wybierz listę, a otworzy się tutaj.')).toBeVisible();
    await listCard(page, 'Obiad').click();
    await expect(heading(page, 'Obiad')).toBeFocused();
    await standsStill(page);
    expect(await columns(page)).toEqual([
      [0, pane],
      [pane, width - pane],
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.context().close();
  });
}

test('without lists, nobody is asked to choose one', async ({ browser }) => {
  const nothing = await newAccount(product, 'panes-none');
  const page = await openAt(browser, product, nothing, { viewport: { width: 1280, height: 800 } });
  await expect(page.getByText('Nie masz jeszcze żadnej listy.')).toBeVisible();
  await expect(page.getByText('Wybierz listę, a otworzy się tutaj.')).toHaveCount(0);
  await page.context().close();
});

test('there is one pane below 1024 px', async ({ browser }) => {
  const page = await openAt(browser, product, account, { viewport: { width: 1023, height: 800 } });
  await listCard(page, 'Obiad').click();
  await expect(heading(page, 'Obiad')).toBeVisible();
  await expect(listCard(page, 'Obiad')).toHaveCount(0);
  await page.context().close();
});

test('a walk with keys alone through both panes, and back to the row', async ({ browser }) => {
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  await expect(listCard(page, 'Obiad')).toBeVisible();
  await listCard(page, 'Obiad').focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Obiad')).toBeFocused();
  await expect(listCard(page, 'Obiad')).toHaveAttribute('aria-current', 'page');
  // Forward past the two buttons of its header into the rows of the open list, and type there.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(descriptions(page).first()).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' brązowy');
  await expect(descriptions(page).first()).toHaveValue('ryż brązowy');
  await expect(listCard(page, 'Obiad')).toHaveAccessibleName(/ryż brązowy/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('ryż');
  // Backwards out of it, into the lists.
  for (
    let step = 0;
    step < 8 && !(await overview(page).evaluate((pane) => pane.contains(document.activeElement)));
    step += 1
  )
    await page.keyboard.press('Shift+Tab');
  await expect(overview(page).locator(':focus')).toHaveCount(1);
  await page.goBack();
  await expect(heading(page, 'Twoje listy')).toBeVisible();
  await expect(listCard(page, 'Obiad')).toBeFocused();
  await page.context().close();
});

test('given an app opened at a list, when another list is opened beside it, then back leads to the lists', async ({
  browser,
}) => {
  const own = await newAccount(product, 'panes-first');
  await listOnServer(product, own, 'Weekend', ['kawa']);
  const listId = await listOnServer(product, own, 'Obiad', ['ryż']);
  const page = await (await signedIn(browser, product, own)).newPage();
  await page.goto(`${product.origin}/lists/${listId}`);
  await expect(heading(page, 'Obiad')).toBeVisible();
  await listCard(page, 'Weekend').click();
  await expect(heading(page, 'Weekend')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Twoje listy')).toBeVisible();
  await expect(listCard(page, 'Weekend')).toBeFocused();
  await page.context().close();
});

test('given cards of many heights, when one returns from a list far down, then its row is where it was', async ({
  browser,
}) => {
  const many = await newAccount(product, 'panes-heights');
  for (let place = 1; place <= 30; place += 1)
    await listOnServer(
      product,
      many,
      `Lista ${place}`,
      place % 3 ? [] : ['mleko', 'chleb', 'masło', 'ser'].map((name) => `${name} z targu za rogiem`),
    );
  const page = await openAt(browser, product, many, PHONE);
  const card = listCard(page, 'Lista 29');
  await card.scrollIntoViewIfNeeded();
  const top = (): Promise<number> => card.evaluate((row) => Math.round(row.getBoundingClientRect().top));
  // Cards that come into view get their own heights, so only the moment of the tap says where the row was.
  const seen = await card.evaluateHandle((row) => {
    const atTap = { top: Number.NaN };
    row.addEventListener('click', () => {
      atTap.top = Math.round(row.getBoundingClientRect().top);
    });
    return atTap;
  });
  await card.tap();
  await expect(heading(page, 'Lista 29')).toBeVisible();
  const before = await seen.evaluate((found) => found.top);
  await page.goBack();
  await expect(card).toBeFocused();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  await page.context().close();
});

test('a phone that turns into landscape at a foldable’s width keeps text, caret and focus', async ({ browser }) => {
  const portrait = { width: 412, height: 1060 };
  const page = await openAt(browser, product, account, { viewport: portrait, hasTouch: true, isMobile: true });
  await listCard(page, 'Obiad').tap();
  const field = descriptions(page).first();
  // A second tap so soon might count as part of a double tap, which is dropped on a screen that has just opened.
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' na');
  await page.setViewportSize({ width: 1060, height: 412 });
  await expect(listCard(page, 'Obiad')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(' sypko');
  await page.setViewportSize(portrait);
  await expect(listCard(page, 'Obiad')).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('ryż na sypko');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('ryż');
  await page.context().close();
});

test('given a list beside the lists, when a row is selected, then the lists stay as they are', async ({ browser }) => {
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  await listCard(page, 'Obiad').click();
  const room = (): Promise<string> =>
    overview(page)
      .locator('[data-body]')
      .evaluate((main) => getComputedStyle(main).paddingBottom);
  const before = await room();
  await descriptions(page).first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('button', { name: 'Zaznacz' }).click();
  const bar = (): Promise<string> => page.evaluate(() => document.documentElement.style.getPropertyValue('--bar'));
  await expect.poll(bar).not.toBe('');
  expect(await room()).toBe(before);
  await page.context().close();
});

test('the lists scroll on their own, and keep their position while lists are opened', async ({ browser }) => {
  const many = await newAccount(product, 'panes-many');
  for (let place = 1; place <= 16; place += 1) await listOnServer(product, many, `Lista ${place}`, ['mleko']);
  const page = await openAt(browser, product, many, { viewport: { width: 1280, height: 800 } });
  // A trial click scrolls to the card, and waits until it stands still: cards get their own heights when they are shown.
  await listCard(page, 'Lista 16').click({ trial: true });
  const place = (): Promise<number> => overview(page).evaluate((pane) => pane.scrollTop);
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await listCard(page, 'Lista 16').click();
  await expect(heading(page, 'Lista 16')).toBeFocused();
  await listCard(page, 'Lista 15').click();
  await expect(heading(page, 'Lista 15')).toBeFocused();
  expect(await place()).toBe(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(listCard(page, 'Lista 15')).toBeFocused();
  expect(await place()).toBe(before);
  await page.context().close();
});

test('the dialog for a list is as high as its content', async ({ browser }) => {
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'Dodaj listę' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Dodaj listę' });
  await expect(dialog).toBeVisible();
  await standsStill(page);
  expect((await dialog.boundingBox())?.height).toBeLessThan(520);
  await page.context().close();
});

test('given Lists, when the window gets two panes and one again, then what scrolls knows the height of its header', async ({
  browser,
}) => {
  const own = await newAccount(product, 'turned');
  await listOnServer(product, own, 'Zakupy', ['mleko']);
  const page = await openAt(browser, product, own, { viewport: { width: 800, height: 900 } });
  await expect(page.getByRole('link', { name: /^Zakupy/ })).toBeVisible();
  const paddingAndHeader = () =>
    page.evaluate(() => {
      const header = document.querySelector<HTMLElement>('[data-page] > *');
      const scrolls = header?.closest('[data-pane=overview]') ?? document.documentElement;
      return [Number.parseFloat(getComputedStyle(scrolls).scrollPaddingTop), header?.offsetHeight];
    });
  for (const width of [800, 1280, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const [padding, height] = await paddingAndHeader();
        return (height ?? 0) > 0 && padding === height;
      })
      .toBe(true);
  }
  await page.context().close();
});
