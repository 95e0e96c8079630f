import { expect, type Page } from '@playwright/test';
import { type Account, expectOnServer, listOnServer, newAccount, rowsOf } from './support/account';
import { descriptions, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, VIEWPORTS } from './support/viewports';

/** Items go to another list, and come back with an undo. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const furnish = async (account: Account): Promise<void> => {
  await listOnServer(product, account, 'Apteka', ['plastry']);
  await listOnServer(product, account, 'Zakupy', ['chleb', 'witaminy', 'ser']);
};

/** One touch: a finger that stays and so selects the row, or the mouse's other button, which opens its menu. */
const hold = async (page: Page, hasTouch: boolean, name: string): Promise<void> => {
  const box = await page.getByRole('checkbox', { name: `Kupione: ${name}` }).boundingBox();
  if (!box) throw new Error('nothing to aim at');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!hasTouch) return page.mouse.click(x, y, { button: 'right' });
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(page.getByRole('checkbox', { name: `Zaznacz: ${name}` })).toBeChecked();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

for (const [name, options] of VIEWPORTS) {
  const hasTouch = name.includes('touch');

  test(`an item moved to another list takes three touches, and one undo brings it back, ${name}`, async ({
    browser,
  }) => {
    const account = await newAccount(product, `moved-${name.length}`);
    await furnish(account);
    const page = await openAt(browser, product, account, options);
    await openList(page, 'Zakupy');
    await hold(page, hasTouch, 'witaminy');
    await page.getByRole('button', { name: /^Przenieś/ }).click();
    await page.getByRole('button', { name: 'Apteka', exact: true }).click();
    await expect(page.getByText('Przeniesiono 1 produkt na listę „Apteka”').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await shownItems(page)).toEqual(['chleb', 'ser']);
    await expect
      .poll(async () => {
        const lists = await rowsOf(product, account, 'lists');
        const pharmacy = lists.find((list) => list.name === 'Apteka')?.uuid;
        const items = await rowsOf(product, account, 'list-items');
        return items.filter(({ list }) => list === pharmacy).map(({ description }) => description);
      })
      .toEqual(['plastry', 'witaminy']);
    await page.getByRole('button', { name: 'Cofnij' }).click();
    await expect(descriptions(page)).toHaveCount(3);
    expect(await shownItems(page)).toEqual(['chleb', 'witaminy', 'ser']);
    await expectOnServer(product, account, ['chleb', 'plastry', 'ser', 'witaminy']);
    await page.context().close();
  });
}

test('by keyboard: an item is copied to another list, and the caret stays', async ({ browser }) => {
  const account = await newAccount(product, 'copied');
  await furnish(account);
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  await openList(page, 'Zakupy');
  await descriptions(page).nth(1).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('dialog', { name: 'witaminy' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Kopiuj na inną listę' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Na którą listę skopiować?' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(descriptions(page).nth(1)).toBeFocused();
  await expectOnServer(product, account, ['chleb', 'plastry', 'ser', 'witaminy', 'witaminy']);
  await page.context().close();
});
