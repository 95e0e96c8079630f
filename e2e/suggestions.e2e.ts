import { expect, type Locator, type Page } from '@playwright/test';
import { type Account, listOnServer, newAccount } from './support/account';
import { countedHands } from './support/countedHands';
import { descriptions, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, PHONE, VIEWPORTS } from './support/viewports';

/** Suggestions while typing, from the person's own items. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const USUAL = ['Mleko', 'Chleb', 'Masło', 'Jajka', 'Żółty ser', 'Kawa', 'Herbata', 'Banany', 'Ryż', 'Oliwa'];
/** As a hurried thumb writes them: no marks, no capitals. */
const BEGUN = ['m', 'c', 'ma', 'j', 'z', 'k', 'h', 'b', 'r', 'o'];

const option = (page: Page, name: string) => page.getByRole('option', { name });

const furnish = async (account: Account): Promise<void> => {
  await listOnServer(product, account, 'Dawna', USUAL);
  await listOnServer(product, account, 'Nowa', []);
};

for (const [name, options] of VIEWPORTS) {
  test(`ten usual items take at most thirty touches, letters included, ${name}`, async ({ browser }) => {
    const account = await newAccount(product, `usual-${name.length}`);
    await furnish(account);
    const page = await openAt(browser, product, account, options);
    const hands = countedHands(page, name.includes('touch') ? 'finger' : 'mouse');
    await openList(page, 'Nowa');
    await expect(descriptions(page).first()).toBeFocused();
    let letters = 0;
    for (const [place, item] of USUAL.entries()) {
      const begun = BEGUN[place] ?? '';
      letters += begun.length;
      await hands.type(begun);
      await hands.tap(option(page, item));
      await expect(descriptions(page)).toHaveCount(place + 2);
      await expect(descriptions(page).last()).toBeFocused();
    }
    expect(await shownItems(page)).toEqual([...USUAL, '']);
    const { keys, taps } = hands.steps();
    test.info().annotations.push({ type: 'touches', description: String(letters + keys + taps) });
    console.log(`ten usual items, ${name}: ${letters} letters, ${keys} keys, ${taps} taps`);
    expect(letters + keys + taps).toBeLessThanOrEqual(30);
    await page.context().close();
  });
}

test('by keyboard: ↓ Enter accepts one, Escape closes them', async ({ browser }) => {
  const account = await newAccount(product, 'usual-keys');
  await furnish(account);
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  await openList(page, 'Nowa');
  await expect(descriptions(page).first()).toBeFocused();
  await page.keyboard.type('zol');
  await expect(option(page, 'Żółty ser')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(descriptions(page)).toHaveCount(2);
  await page.keyboard.type('kaw');
  await expect(option(page, 'Kawa')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(descriptions(page).last()).toBeFocused();
  await page.context().close();
});

test('a word that is longer than a phone is wide is shown whole', async ({ browser }) => {
  const account = await newAccount(product, 'usual-long');
  const word = 'Konstantynopolitańczykowianeczkowskimi-śliwkami-węgierkami';
  await listOnServer(product, account, 'Dawna', [word]);
  await listOnServer(product, account, 'Nowa', []);
  for (const options of [PHONE, { viewport: { width: 320, height: 640 } }]) {
    const page = await openAt(browser, product, account, options);
    await openList(page, 'Nowa');
    await expect(descriptions(page).first()).toBeFocused();
    await page.keyboard.type('kon');
    await expect(option(page, word)).toBeVisible();
    const excess = await page
      .getByRole('listbox')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(excess).toBe(0);
    await page.context().close();
  }
});

test('an item of this list is marked, and leads to it, offline too', async ({ browser }) => {
  const account = await newAccount(product, 'usual-listed');
  await furnish(account);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Dawna');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await descriptions(page).first().tap();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Dodaj produkt' }).tap();
  await page.keyboard.type('her');
  await option(page, 'Herbata Już na liście').tap();
  await expect(descriptions(page)).toHaveCount(USUAL.length);
  await expect(descriptions(page).nth(USUAL.indexOf('Herbata'))).toBeFocused();
  await page.context().close();
});

test('given text of 200 % and long names, then the suggestions leave the row that is typed in visible', async ({
  browser,
}) => {
  const account = await newAccount(product, 'usual-large');
  const long = ['Mleko', 'Mleczko', 'Mlewo'].map((word) => `${word}${' do kawy i na ser'.repeat(5)}`);
  await listOnServer(product, account, 'Dawna', long);
  await listOnServer(product, account, 'Nowa', []);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Nowa');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  await page.keyboard.type('mle');
  await expect(option(page, 'Mleko')).toBeVisible();
  const chips = await page.getByRole('listbox').boundingBox();
  const field = await descriptions(page).first().boundingBox();
  expect(chips?.height).toBeLessThanOrEqual(PHONE.viewport.height / 3);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(chips?.y ?? 0);
  await page.context().close();
});

test('given a row at the bottom of a phone, when long suggestions come, then the row is above them', async ({
  browser,
}) => {
  const account = await newAccount(product, 'usual-bottom');
  const long = ['świderki', 'muszelki', 'kokardki'].map((shape) => `Makaron pełnoziarnisty ${shape}, duże opakowanie`);
  await listOnServer(product, account, 'Dawna', long);
  await listOnServer(
    product,
    account,
    'Długa',
    Array.from({ length: 30 }, (_, place) => `produkt ${place}`),
  );
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Długa');
  await descriptions(page).nth(10).tap();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('mak');
  await expect(option(page, 'Makaron pełnoziarnisty świderki, duże opakowanie')).toBeVisible();
  const bottomOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect
    .poll(async () => {
      const chips = await page.getByRole('listbox').boundingBox();
      return (chips?.y ?? 0) - (await bottomOf(page.locator('textarea:focus')));
    })
    .toBeGreaterThanOrEqual(0);
  await page.context().close();
});

test('on Logs they can be switched off and the history deleted', async ({ browser }) => {
  const account = await newAccount(product, 'usual-off');
  await listOnServer(product, account, 'Lista', ['Kasza', 'Mleko']);
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  await openList(page, 'Lista');
  await page.getByRole('checkbox', { name: 'Kupione: Kasza' }).click();
  await page.getByRole('button', { name: 'Usuń kupione' }).click();
  const add = page.getByRole('button', { name: 'Dodaj produkt' });
  await add.click();
  await page.keyboard.type('ka');
  await expect(option(page, 'Kasza')).toBeVisible();
  await page.getByRole('link', { name: 'Logi' }).click();
  await page.getByRole('button', { name: 'Zapomnij kupione' }).click();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('usual-')))).toEqual([]);
  await page.getByRole('switch', { name: 'Podpowiadaj podczas pisania' }).click();
  await page.getByRole('link', { name: 'Wróć' }).click();
  await openList(page, 'Lista');
  await add.click();
  await page.keyboard.type('mle');
  await expect(descriptions(page).last()).toHaveValue('mle');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.context().close();
});
