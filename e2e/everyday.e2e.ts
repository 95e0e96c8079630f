import { expect, type Locator } from '@playwright/test';
import { expectOnServer, itemsOnServer, listOnServer, newAccount, rowsOf } from './support/account';
import { countedHands } from './support/countedHands';
import { rest } from './support/motion';
import { bought, descriptions, listCard, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, PHONE, VIEWPORTS } from './support/viewports';

/** What makes a week of shopping shorter, in the built product, with every tap and key counted. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const WEEKLY = ['mleko', 'chleb', 'masło', 'jajka', 'ser', 'kawa', 'herbata', 'jabłka', 'ryż', 'oliwa'];

for (const [name, options] of VIEWPORTS) {
  test.describe(name, () => {
    const hand = name.includes('touch') ? 'finger' : 'mouse';

    test('ten bought items are unticked with one tap, and undone with one', async ({ browser }) => {
      const account = await newAccount(product, `weekly-${hand}`);
      await listOnServer(product, account, 'Tydzień', WEEKLY);
      for (const { documentId } of await rowsOf(product, account, 'list-items'))
        await product.call('PUT', `/list-items/${documentId}`, { jwt: account.jwt, body: { data: { done: true } } });
      const page = await openAt(browser, product, account, options);
      await openList(page, 'Tydzień');
      await expect(page.locator('[data-sheet=open]').getByText('Wszystko kupione!')).toBeVisible();
      const hands = countedHands(page, hand);
      await hands.tap(page.getByRole('button', { name: 'Odznacz wszystkie' }).first());
      await expect(descriptions(page)).toHaveCount(WEEKLY.length);
      expect(hands.steps()).toEqual({ keys: 0, taps: 1 });
      expect(await shownItems(page)).toEqual(WEEKLY);
      await hands.tap(page.getByRole('button', { name: 'Cofnij' }));
      await expect(bought(page)).toHaveCount(WEEKLY.length);
      await hands.tap(page.getByRole('button', { name: 'Usuń kupione' }).first());
      await expectOnServer(product, account, []);
      await page.context().close();
    });

    test('a list is sent with one tap, and its text pastes back whole', async ({ browser }) => {
      const account = await newAccount(product, `sent-${hand}`);
      await listOnServer(product, account, 'Wysłana', ['mleko', '-18°C lody', '1. piwo']);
      await listOnServer(product, account, 'Odebrana', []);
      const page = await openAt(browser, product, account, options);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openList(page, 'Wysłana');
      const hands = countedHands(page, hand);
      await hands.tap(page.getByRole('button', { name: 'Wyślij jako tekst' }));
      await expect(page.getByText(/^Skopiowano listę/).first()).toBeVisible();
      expect(hands.steps()).toEqual({ keys: 0, taps: 1 });
      await page.getByRole('button', { name: 'Wróć do list' }).click();
      await openList(page, 'Odebrana');
      await expect(descriptions(page).first()).toBeFocused();
      await page.keyboard.press('Control+V');
      await expect(descriptions(page)).toHaveCount(3);
      expect(await shownItems(page)).toEqual(['mleko', '-18°C lody', '1. piwo']);
      await page.context().close();
    });

    test('a new list with three items takes a tap and three keys; back leads to its row', async ({ browser }) => {
      const account = await newAccount(product, `new-${hand}`);
      await listOnServer(product, account, 'Stara', ['mleko']);
      const page = await openAt(browser, product, account, options);
      await expect(listCard(page, 'Stara')).toBeVisible();
      const hands = countedHands(page, hand);
      await hands.tap(page.getByRole('button', { name: 'Dodaj listę' }).first());
      await expect(page.getByLabel('Nazwa listy')).toBeFocused();
      await hands.type('Nowa');
      await hands.key('Enter');
      await expect(descriptions(page).first()).toBeFocused();
      for (const [index, item] of ['mleko', 'chleb', 'ser'].entries()) {
        if (index > 0) await hands.key('Shift+Enter');
        await hands.type(item);
      }
      expect(hands.steps()).toEqual({ keys: 3, taps: 1 });
      await page.goBack();
      await expect(listCard(page, 'Nowa')).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectOnServer(product, account, ['mleko', 'mleko', 'chleb', 'ser']);
      await page.context().close();
    });
  });
}

test('a paste with ticks: the bar ticks them, lines pasted in the middle stay there, also after a reload', async ({
  browser,
}) => {
  const account = await newAccount(product, 'pastes');
  await listOnServer(product, account, 'Wklejona', ['pierwszy', '', 'ostatni']);
  const page = await openAt(browser, product, account, PHONE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openList(page, 'Wklejona');
  await descriptions(page).nth(1).tap();
  await page.evaluate(() => navigator.clipboard.writeText('[x] mleko\t2 l\n☐ ser\n✅ chleb'));
  await page.keyboard.press('Control+V');
  await expect(descriptions(page)).toHaveCount(5);
  expect(await shownItems(page)).toEqual(['pierwszy', 'mleko', 'ser', 'chleb', 'ostatni']);
  await expect(page.getByRole('textbox', { name: 'Ilość: mleko' })).toHaveValue('2 l');
  await page.getByRole('button', { name: 'Odhacz kupione (2)' }).tap();
  await expect(bought(page)).toHaveCount(2);
  await expect.poll(() => itemsOnServer(product, account)).toHaveLength(5);
  await page.reload();
  await expect(descriptions(page)).toHaveCount(3);
  expect(await shownItems(page)).toEqual(['pierwszy', 'ser', 'ostatni']);
  await page.context().close();
});

test('a bought row is unticked by a tap anywhere on it', async ({ browser }) => {
  const account = await newAccount(product, 'whole-row');
  await listOnServer(product, account, 'Sklep', ['mleko', 'chleb']);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Sklep');
  await page.getByRole('checkbox', { name: 'Kupione: mleko' }).tap();
  await expect(bought(page)).toHaveCount(1);
  await bought(page).getByText('mleko').tap();
  await expect(descriptions(page)).toHaveCount(2);
  await page.context().close();
});

test('from eight lists on, / and a few letters find a list by an item of it', async ({ browser }) => {
  const account = await newAccount(product, 'finds');
  for (let place = 1; place <= 7; place += 1) await listOnServer(product, account, `Lista ${place}`, ['mleko']);
  await listOnServer(product, account, 'Święta', ['żółty ser']);
  const page = await openAt(browser, product, account, { viewport: { width: 768, height: 1024 } });
  await expect(page.getByRole('searchbox', { name: 'Szukaj w listach' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('zolty');
  await expect(page.getByRole('link', { name: /kupiono/ })).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(listCard(page, 'Święta')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Święta', level: 1 })).toBeVisible();
  await page.context().close();
});

test('dark chosen by hand stays after a reload on a light device, from the first frame', async ({ browser }) => {
  const account = await newAccount(product, 'dark');
  const page = await openAt(browser, product, account, { ...PHONE, colorScheme: 'light' }, { path: '/logs' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('group', { name: 'Motyw' }).getByRole('button', { name: 'Ciemny' }).tap();
  await expect.poll(background).toBe('rgb(18, 21, 16)');
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark');
  await expect.poll(background).toBe('rgb(18, 21, 16)');
  await page.getByRole('group', { name: 'Motyw' }).getByRole('button', { name: 'Systemowy' }).tap();
  await expect.poll(background).toBe('rgb(247, 245, 239)');
  await page.context().close();
});

test('the demo is one tap from the sign-in, which describes the app', async ({ browser }) => {
  const page = await openAt(browser, product, null, PHONE, { path: '/guest' });
  await expect(page.getByText('Listy zakupów i życzeń, które działają też bez internetu.')).toBeVisible();
  await page.getByRole('button', { name: 'Zobacz demo' }).tap();
  await expect(page.getByRole('heading', { name: 'Twoje listy' })).toBeVisible();
  await page.context().close();
});

for (const [scheme, language, picture] of [
  ['light', 'pl', 'light.webp'],
  ['dark', 'pl', 'dark.webp'],
  ['light', 'en', 'light-en.webp'],
  ['dark', 'en', 'dark-en.webp'],
] as const) {
  test(`a wide window has a picture of the app beside the sign-in, ${scheme}, ${language}; a phone loads none`, async ({
    browser,
  }) => {
    const fetched: string[] = [];
    for (const [width, expected] of [
      [390, []],
      [1280, [`/frontDoor/${picture}`]],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
      const page = await context.newPage();
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      fetched.length = 0;
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/frontDoor/')) fetched.push(pathname);
      });
      await page.goto(`${product.origin}/guest`);
      await expect(
        page.getByRole('button', { name: language === 'pl' ? 'Zobacz demo' : 'See the demo' }),
      ).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(fetched).toEqual(expected);
      await context.close();
    }
  });
}

test('without a demo account the sign-in offers none', async ({ browser }) => {
  const bare = await startProduct({ DEMO: 'off' });
  try {
    const page = await openAt(browser, bare, null, PHONE, { path: '/guest' });
    await expect(page.getByRole('button', { name: 'Rejestracja' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Zobacz demo' })).toHaveCount(0);
    await page.context().close();
  } finally {
    await bare.dispose();
  }
});

test('a double click that adds a list adds one, and leaves the caret in its first item', async ({ browser }) => {
  const account = await newAccount(product, 'double-add');
  const page = await openAt(browser, product, account, { viewport: { width: 1280, height: 800 } });
  for (const name of ['Szybko', 'Wolno']) {
    await page.getByRole('button', { name: 'Dodaj listę' }).first().click();
    await page.getByLabel('Nazwa listy').fill(name);
    const button = await page.getByRole('dialog').getByRole('button', { name: 'Dodaj' }).boundingBox();
    if (!button) throw new Error('no button');
    await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    await expect(descriptions(page).first()).toBeFocused();
    // The fast second click comes while the dialog is closing.
    if (name === 'Wolno') await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(descriptions(page).first()).toBeFocused();
    await expect(listCard(page, name)).toHaveCount(1);
  }
  await page.context().close();
});

test('a double click on a button opens what one click opens, and leaves it open', async ({ browser }) => {
  const account = await newAccount(product, 'double-click');
  await listOnServer(product, account, 'Obiad', ['ryż']);
  for (const [, viewport] of VIEWPORTS) {
    const page = await openAt(browser, product, account, viewport);
    const openers: [button: Locator, dialog: string][] = [
      [page.getByRole('button', { name: 'Dodaj listę' }).first(), 'Dodaj listę'],
      [page.getByRole('button', { name: 'Więcej opcji: Obiad' }), 'Obiad'],
    ];
    for (const [button, name] of openers) {
      await button.dblclick({ delay: 40 });
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await rest(page);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.context().close();
  }
});
