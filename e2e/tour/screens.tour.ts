import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { standsStill } from '../support/everyScreen';
import { descriptions, listCard, openList } from '../support/person';
import { type Product, startProduct } from '../support/product';
import { DESK, furnish, furnishEnglish, type Login, openSignedIn, PHONE, shootInto } from './scenes';

const pictures = resolve(import.meta.dirname, '../../docs/pictures');
const manifest = resolve(import.meta.dirname, '../../public/screenshots');
for (const folder of [pictures, manifest]) mkdirSync(folder, { recursive: true });
const frontDoor = resolve(import.meta.dirname, '../../public/frontDoor');
mkdirSync(frontDoor, { recursive: true });
const shoot = shootInto(pictures);

let product: Product;
let login: Login;
test.beforeAll(async () => {
  product = await startProduct();
  login = await furnish(product);
});
test.afterAll(() => product.dispose());

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the guest's screens, ${colorScheme}`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: PHONE, colorScheme })).newPage();
    await page.goto(product.origin);
    await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
    await shoot(page, `guest-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Rejestracja' }).click();
    await expect(page.getByRole('button', { name: 'Załóż konto' })).toBeVisible();
    await shoot(page, `sign-up-${colorScheme}-390`);
    await page.context().close();
  });

  test(`lists and one list on a phone, ${colorScheme}`, async ({ browser }) => {
    const page = await openSignedIn(browser, product, login, { viewport: PHONE, colorScheme });
    await expect(listCard(page, 'Remont łazienki')).toBeVisible();
    await expect(page.getByText('Wszystko zapisane')).toBeVisible();
    await shoot(page, `lists-${colorScheme}-390`);

    await page.getByRole('button', { name: 'Więcej opcji: Apteka' }).click();
    await expect(page.getByRole('dialog', { name: 'Apteka' })).toBeVisible();
    await shoot(page, `menu-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Usuń', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await shoot(page, `confirm-${colorScheme}-390`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
    await expect(page.getByRole('button', { name: 'Cofnij' })).toBeVisible();
    await shoot(page, `undo-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Cofnij' }).click();
    await expect(listCard(page, 'Apteka')).toBeVisible();

    await page.getByRole('button', { name: 'Dodaj listę' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Dodaj listę' })).toBeVisible();
    await shoot(page, `dialog-${colorScheme}-390`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openList(page, 'Zakupy na weekend');
    await expect(descriptions(page)).toHaveCount(6);
    await expect(page.getByText('Wszystko zapisane')).toBeVisible();
    await shoot(page, `list-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Dodaj produkt' }).click();
    await expect(descriptions(page)).toHaveCount(7);
    await shoot(page, `list-typing-${colorScheme}-390`);

    await page.context().setOffline(true);
    await page.keyboard.type('lody na patyku');
    await expect(page.getByText(/^Offline/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Wróć do list' }).click();
    await page.getByRole('button', { name: 'Pokaż błąd' }).click();
    await expect(page.getByText(/Wygląda na to/).first()).toBeVisible();
    await shoot(page, `lists-offline-${colorScheme}-390`);
    await page.context().close();
  });

  test(`states of a list and the log, ${colorScheme}`, async ({ browser }) => {
    const page = await openSignedIn(browser, product, login, { viewport: PHONE, colorScheme });
    await openList(page, 'Dla Burka');
    await expect(descriptions(page)).toHaveCount(1);
    await shoot(page, `list-empty-${colorScheme}-390`);
    await page.getByRole('button', { name: 'Wróć do list' }).click();
    await openList(page, 'Pizza w piątek');
    await expect(page.locator('[data-sheet=open]').getByText('Wszystko kupione!')).toBeVisible();
    await shoot(page, `list-all-done-${colorScheme}-390`);
    await page.goto(`${product.origin}/logs`);
    await expect(page.getByRole('heading', { name: 'Logi' })).toBeVisible();
    await shoot(page, `logs-${colorScheme}-390`);
    await page.context().close();
  });

  test(`wide and narrow, ${colorScheme}`, async ({ browser }) => {
    const wide = await openSignedIn(browser, product, login, { viewport: DESK, colorScheme });
    await expect(listCard(wide, 'Remont łazienki')).toBeVisible();
    await expect(wide.getByText('Wszystko zapisane')).toBeVisible();
    await shoot(wide, `lists-${colorScheme}-1280`);
    await openList(wide, 'Zakupy na weekend');
    await expect(descriptions(wide)).toHaveCount(6);
    await shoot(wide, `list-${colorScheme}-1280`);
    await wide.getByRole('button', { name: 'Opcje listy' }).click();
    await expect(wide.getByRole('button', { name: 'Wyczyść listę' })).toBeVisible();
    await shoot(wide, `menu-${colorScheme}-1280`);
    await wide.getByRole('button', { name: 'Edytuj' }).click();
    await expect(wide.getByRole('dialog', { name: 'Edytuj listę' })).toBeVisible();
    await shoot(wide, `dialog-${colorScheme}-1280`);
    await wide.context().close();

    const small = await openSignedIn(browser, product, login, { viewport: { width: 320, height: 640 }, colorScheme });
    await openList(small, 'Zakupy na weekend');
    await expect(descriptions(small)).toHaveCount(6);
    await shoot(small, `list-${colorScheme}-320`);
    await small.context().close();
  });
}

test('in English', async ({ browser }) => {
  const page = await openSignedIn(browser, product, login, { viewport: PHONE, colorScheme: 'light' }, 'en');
  await expect(page.getByRole('heading', { name: 'Your lists' })).toBeVisible();
  await expect(listCard(page, 'Remont łazienki')).toBeVisible();
  await shoot(page, 'lists-english-390');
  await listCard(page, 'Zakupy na weekend').click();
  await expect(page.getByText('Purchased (3)')).toBeVisible();
  await shoot(page, 'list-english-390');
  await page.context().close();
});

test('the pictures at the front door', async ({ browser }) => {
  const languages = [
    { language: 'pl', account: login, list: 'Zakupy na weekend', saved: 'Wszystko zapisane', ending: '' },
    {
      language: 'en',
      account: await furnishEnglish(product),
      list: 'Weekend shopping',
      saved: 'All changes saved',
      ending: '-en',
    },
  ] as const;
  for (const { language, account, list, saved, ending } of languages) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const options = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 1.5, colorScheme };
      const page = await openSignedIn(browser, product, account, options, language);
      await openList(page, list);
      await expect(page.getByText(saved)).toBeVisible();
      // Nothing is lit up by a mouse.
      await page.mouse.move(0, 0);
      await standsStill(page);
      const browserOwn = await page.context().newCDPSession(page);
      const { data } = await browserOwn.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
      writeFileSync(`${frontDoor}/${colorScheme}${ending}.webp`, Buffer.from(data, 'base64'));
      await page.context().close();
    }
  }
});

test('the pictures of the manifest', async ({ browser }) => {
  const shootManifest = shootInto(manifest);
  const phone = await openSignedIn(browser, product, login, {
    viewport: PHONE,
    deviceScaleFactor: 2,
    colorScheme: 'light',
  });
  await expect(listCard(phone, 'Remont łazienki')).toBeVisible();
  await shootManifest(phone, 'lists-narrow');
  await phone.getByRole('button', { name: 'Dodaj listę' }).first().click();
  await expect(phone.getByRole('dialog', { name: 'Dodaj listę' })).toBeVisible();
  await shootManifest(phone, 'dialog-narrow');
  await phone.keyboard.press('Escape');
  await openList(phone, 'Zakupy na weekend');
  await shootManifest(phone, 'list-narrow');
  const wide = await openSignedIn(browser, product, login, { viewport: DESK, colorScheme: 'light' });
  await expect(listCard(wide, 'Remont łazienki')).toBeVisible();
  await shootManifest(wide, 'lists-wide');
  await openList(wide, 'Zakupy na weekend');
  await shootManifest(wide, 'list-wide');
});
