import { type Browser, expect, type Locator } from '@playwright/test';
import { type Account, listOnServer, newAccount } from './support/account';
import { countedHands } from './support/countedHands';
import { bought, descriptions, listCard, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, VIEWPORTS } from './support/viewports';

/** The tasks of every week, with every key and tap counted. Typing the words themselves is free. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const WANTED = ['mleko', 'chleb', 'masło', 'jajka', 'ser', 'kawa', 'herbata', 'jabłka', 'ryż', 'oliwa'];

const middleOf = async (target: Locator): Promise<{ x: number; y: number }> => {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to aim at');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

for (const [name, options] of VIEWPORTS) {
  test.describe(name, () => {
    const hand = name.includes('touch') ? 'finger' : 'mouse';
    let account: Account;
    test.beforeAll(async () => {
      account = await newAccount(product, `steps-${hand}`);
    });
    const open = async (browser: Browser, list: string, items: readonly string[] = []) => {
      await listOnServer(product, account, list, items);
      const page = await openAt(browser, product, account, options);
      await openList(page, list);
      return { page, hands: countedHands(page, hand) };
    };

    test('ten items into an empty list: two Enters each, or one Shift+Enter, and no tap', async ({ browser }) => {
      const { page, hands } = await open(browser, 'Pierwsza');
      await expect(descriptions(page).first()).toBeFocused();
      for (const item of WANTED) {
        await hands.type(item);
        await hands.key('Enter');
        await hands.key('Enter');
      }
      expect(hands.steps()).toEqual({ keys: 20, taps: 0 });
      expect(await shownItems(page)).toEqual([...WANTED, '']);

      for (const item of WANTED) {
        await hands.type(`${item} bis`);
        await hands.key('Shift+Enter');
      }
      expect(hands.steps()).toEqual({ keys: 10, taps: 0 });
      expect(await shownItems(page)).toEqual([...WANTED, ...WANTED.map((item) => `${item} bis`), '']);
      await page.context().close();
    });

    test('ten items with quantities: twenty Enters and no tap', async ({ browser }) => {
      const { page, hands } = await open(browser, 'Druga');
      await expect(descriptions(page).first()).toBeFocused();
      for (const [index, item] of WANTED.entries()) {
        await hands.type(item);
        await hands.key('Enter');
        await hands.type(`${index + 1} szt.`);
        await hands.key('Enter');
      }
      expect(hands.steps()).toEqual({ keys: 20, taps: 0 });
      expect(await shownItems(page)).toEqual([...WANTED, '']);
      await expect(page.getByRole('textbox', { name: 'Ilość: oliwa' })).toHaveValue('10 szt.');
      await page.context().close();
    });

    test('ten bought: ten taps at the first positions of the rows, without a miss', async ({ browser }) => {
      const { page, hands } = await open(browser, 'Pełna', WANTED);
      await expect(descriptions(page)).toHaveCount(10);
      const circles = page.getByRole('list', { name: 'Do kupienia' }).getByRole('checkbox');
      const places = await Promise.all(WANTED.map((_, index) => middleOf(circles.nth(index))));
      // The page's own time goes on only between the taps: three taps a second, on a machine of any speed.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 10_000);
      for (const place of places) {
        await hands.tapAt(place);
        await page.clock.runFor(333);
      }
      await page.clock.resume();
      await expect(bought(page)).toHaveCount(10);
      expect(hands.steps()).toEqual({ keys: 0, taps: 10 });
      await expect(page.locator('[data-sheet=open]').getByText('Wszystko kupione!')).toBeVisible();
      await page.context().close();
    });

    test('a pasted list of ten: two taps into an empty list, three into another', async ({ browser }) => {
      const { page, hands } = await open(browser, 'Trzecia');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copy = (lines: readonly string[]) =>
        page.evaluate((text) => navigator.clipboard.writeText(text), lines.map((line) => `- [ ] ${line}`).join('\n'));
      /** The system's own menu, which no page sees: a long press brings it (one tap), and it pastes (another). */
      const pasteByMenu = async (): Promise<{ keys: number; taps: number }> => {
        await page.keyboard.press('Control+V');
        const { keys, taps } = hands.steps();
        return { keys, taps: taps + 2 };
      };
      await expect(descriptions(page).first()).toBeFocused();
      await copy(WANTED);
      expect(await pasteByMenu()).toEqual({ keys: 0, taps: 2 });
      await expect(descriptions(page)).toHaveCount(10);
      expect(await shownItems(page)).toEqual(WANTED);
      await expect(descriptions(page).last()).toBeFocused();
      await expect(page.getByText('Dodano 10 produktów').first()).toBeVisible();

      await copy(WANTED.map((item) => `${item} bis`));
      await hands.tap(page.getByRole('button', { name: 'Dodaj produkt' }));
      expect(await pasteByMenu()).toEqual({ keys: 0, taps: 3 });
      expect(await shownItems(page)).toEqual([...WANTED, ...WANTED.map((item) => `${item} bis`)]);
      await page.context().close();
    });

    test('a list with an icon: three taps; from list to list: two', async ({ browser }) => {
      const { page, hands } = await open(browser, 'Apteka', ['plastry']);
      await page.getByRole('button', { name: 'Wróć do list' }).click();
      await hands.tap(page.getByRole('button', { name: 'Dodaj listę' }));
      const dialog = page.getByRole('dialog', { name: 'Dodaj listę' });
      await expect(dialog.getByLabel('Nazwa listy')).toBeFocused();
      await hands.type('Obiad');
      // The picture is what a finger aims at; the radio button under it is what a screen reader hears.
      await hands.tap(dialog.locator('label', { has: page.getByRole('radio', { name: 'Pizza' }) }));
      await hands.tap(dialog.getByRole('button', { name: 'Dodaj', exact: true }));
      await expect(page.getByRole('heading', { name: 'Obiad', level: 1 })).toBeVisible();
      await expect(descriptions(page).first()).toBeFocused();
      expect(hands.steps()).toEqual({ keys: 0, taps: 3 });

      await hands.tap(page.getByRole('button', { name: 'Wróć do list' }));
      await hands.tap(listCard(page, 'Apteka'));
      await expect(page.getByRole('heading', { name: 'Apteka', level: 1 })).toBeVisible();
      expect(hands.steps()).toEqual({ keys: 0, taps: 2 });
      await page.context().close();
    });
  });
}

test('on a small phone, given a row that is edited, then one tap on a button below it is enough', async ({
  browser,
}) => {
  const somebody = await newAccount(product, 'tap-below');
  await listOnServer(product, somebody, 'Apteka', ['plastry', 'bandaż']);
  const page = await openAt(browser, product, somebody, { ...VIEWPORTS[0][1], viewport: { width: 320, height: 568 } });
  await openList(page, 'Apteka');
  await page.getByRole('checkbox', { name: 'Kupione: bandaż' }).tap();
  const toggle = page.getByRole('button', { name: 'Zakupione (1)' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await descriptions(page).first().tap();
  await toggle.tap();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.context().close();
});

test('a long press opens the menu of a list and selects a row, and its end is not a tap', async ({ browser }) => {
  const somebody = await newAccount(product, 'long-press');
  await listOnServer(product, somebody, 'Apteka', ['plastry', 'bandaż']);
  const page = await openAt(browser, product, somebody, VIEWPORTS[0][1]);
  const session = await page.context().newCDPSession(page);
  /** Holds the finger down until `answer` is visible. */
  const pressLong = async (target: Locator, answer: Locator): Promise<void> => {
    const { x, y } = await middleOf(target);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await expect(answer).toBeVisible();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const menu = page.getByRole('dialog', { name: 'Apteka' });
  await pressLong(listCard(page, 'Apteka'), menu);
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(/\/lists$/);
  await page.getByRole('button', { name: 'Anuluj' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openList(page, 'Apteka');
  const selected = page.getByRole('checkbox', { name: 'Zaznacz: plastry', checked: true });
  await pressLong(page.getByRole('checkbox', { name: 'Kupione: plastry' }), selected);
  await expect(selected).toBeVisible();
  await page.getByRole('group', { name: 'Zaznaczone produkty' }).getByRole('button', { name: 'Usuń' }).tap();
  await expect(descriptions(page)).toHaveCount(1);
  await expect(page.getByText('Usunięto 1 produkt').first()).toBeVisible();
  await page.context().close();
});
