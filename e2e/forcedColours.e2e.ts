import { expect, type Page } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { bought, descriptions } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

/** Shadows and backgrounds are gone in forced colours: what has the focus needs an outline or an edge, itself or what is around it. */
const isOutlined = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const hasOutline = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    const focused = document.activeElement;
    // Behind the last stop the focus is the browser's.
    if (!focused || focused === document.body) return true;
    const row = focused.closest('[data-focused]');
    return hasOutline(focused) || (row !== null && hasOutline(row)) || focused.matches('input, textarea');
  });

/** Tabs through the page. @returns the names of what had the focus and did not show it */
const hiddenFocus = async (page: Page, stops: number): Promise<readonly string[]> => {
  const hidden: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    if (await isOutlined(page)) continue;
    hidden.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''));
  }
  return hidden;
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in forced colours the focus is visible everywhere, and a tick too, ${colorScheme}`, async ({ browser }) => {
    const account = await newAccount(product, `forced-${colorScheme}`);
    await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb']);
    const options = { ...PHONE, colorScheme, forcedColors: 'active' } as const;
    const page = await openAt(browser, product, account, options, { path: '/lists' });
    await expect(page.getByRole('link', { name: /^Zakupy,/ })).toBeVisible();
    expect(await hiddenFocus(page, 6)).toEqual([]);
    await page.getByRole('link', { name: /^Zakupy,/ }).click();
    await expect(descriptions(page)).toHaveCount(2);
    expect(await hiddenFocus(page, 8)).toEqual([]);

    const open = await page.getByRole('checkbox').first().screenshot();
    await page.getByRole('checkbox').first().tap();
    await expect(bought(page)).toHaveCount(1);
    const done = await bought(page).getByRole('checkbox').screenshot();
    expect(done.equals(open)).toBe(false);
    await page.goto(`${product.origin}/logs`);
    await expect(page.getByRole('heading', { name: 'Logi' })).toBeVisible();
    expect(await hiddenFocus(page, 10)).toEqual([]);
    await page.context().close();
  });
}

test('in forced colours the handle of a row is drawn', async ({ browser }) => {
  const account = await newAccount(product, 'forced-handle');
  await listOnServer(product, account, 'Zakupy', ['mleko', 'chleb']);
  const page = await openAt(browser, product, account, { ...DESK, forcedColors: 'active' });
  await page.getByRole('link', { name: /^Zakupy,/ }).click();
  await descriptions(page).first().hover();
  const handle = page.locator('.handle').first();
  await expect(handle).toBeVisible();
  const drawn = await handle.screenshot();
  await page.addStyleTag({ content: '.handle::before { visibility: hidden }' });
  expect((await handle.screenshot()).equals(drawn)).toBe(false);
  await page.context().close();
});

/** The edges of the open dialog that have a line, and are not at the edge of the window. */
const edges = (page: Page) =>
  page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .evaluate((dialog) => {
      const { top, right, bottom, left } = dialog.getBoundingClientRect();
      const isInside = { top: top > 0, right: right < innerWidth, bottom: bottom < innerHeight, left: left > 0 };
      const style = getComputedStyle(dialog);
      const sides = (Object.keys(isInside) as (keyof typeof isInside)[]).filter((side) => isInside[side]);
      return sides.filter((side) => style.getPropertyValue(`border-${side}-width`) !== '0px');
    });

const ALL_EDGES = ['top', 'right', 'bottom', 'left'];
for (const [name, options, menuEdges, editEdges] of [
  ['in a wide window', DESK, ALL_EDGES, ALL_EDGES],
  ['on a phone', PHONE, ['top'], []],
] as const) {
  test(`in forced colours of a light theme, menus, questions and dialogs have edges, ${name}`, async ({ browser }) => {
    const account = await newAccount(product, `forced-edges-${options.viewport.width}`);
    await listOnServer(product, account, 'Zakupy', ['mleko']);
    const page = await openAt(browser, product, account, { ...options, colorScheme: 'light', forcedColors: 'active' });
    const openMenu = () => page.getByRole('button', { name: 'Więcej opcji: Zakupy' }).click();
    const choose = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
    await openMenu();
    await expect(page.getByRole('dialog', { name: 'Zakupy' })).toBeVisible();
    await expect.poll(() => edges(page)).toEqual(menuEdges);
    await choose('Usuń');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => edges(page)).toEqual(ALL_EDGES);
    await choose('Anuluj');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await openMenu();
    await choose('Edytuj');
    await expect(page.getByRole('dialog', { name: 'Edytuj listę' })).toBeVisible();
    await expect.poll(() => edges(page)).toEqual(editEdges);
    await page.context().close();
  });
}
