import { type Browser, expect, type Page } from '@playwright/test';
import { type Account, expectOnServer, listOnServer, newAccount, rowsOf, signedIn, visit } from './support/account';
import { allSaved, descriptions, openList, paste, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, PHONE, VIEWPORTS } from './support/viewports';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const undo = (page: Page) => page.getByRole('button', { name: 'Cofnij' });

test('a paste into a fresh row that was sent and is undone leaves no blank item on any device', async ({ browser }) => {
  const account = await newAccount(product, 'paste');
  const listId = await listOnServer(product, account, 'Zakupy', ['masło']);
  const [here, there] = [
    await visit(await signedIn(browser, product, account), product, `/lists/${listId}`),
    await visit(await signedIn(browser, product, account), product, `/lists/${listId}`),
  ];
  await here.getByRole('button', { name: 'Dodaj produkt' }).click();
  await expect(descriptions(here)).toHaveCount(2);
  await paste(here, '- mleko\n- chleb');
  await expectOnServer(product, account, ['chleb', 'masło', 'mleko']);
  await expect(descriptions(there)).toHaveCount(3);
  await undo(here).click();
  // The pasted row had the focus.
  await expect(here.getByRole('button', { name: 'Dodaj produkt' })).toBeFocused();
  await expectOnServer(product, account, ['masło']);
  for (const page of [here, there]) {
    await allSaved(page);
    await expect.poll(() => shownItems(page)).toEqual(['masło']);
  }
});

test('on a phone a short message and its one button stand side by side', async ({ browser }) => {
  const account = await newAccount(product, 'side');
  await listOnServer(product, account, 'Zakupy', ['mleko']);
  const page = await openAt(browser, product, account, PHONE);
  await openList(page, 'Zakupy');
  await descriptions(page).first().tap();
  await page.getByRole('button', { name: 'Usuń produkt: mleko' }).tap();
  const [text, button] = await Promise.all([
    page.getByText('Usunięto: mleko').and(page.locator('[data-snackbar] *')).boundingBox(),
    undo(page).boundingBox(),
  ]);
  expect(text && button && text.y + text.height / 2).toBeCloseTo(button ? button.y + button.height / 2 : Number.NaN, 0);
  await page.context().close();
});

/** An open list of three on a computer's screen. */
const openThree = async (browser: Browser, who: string): Promise<Page> => {
  const account = await newAccount(product, who);
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko', 'ser', 'sól']);
  const page = await visit(await signedIn(browser, product, account), product, `/lists/${listId}`);
  await expect(descriptions(page)).toHaveCount(3);
  return page;
};
/** The cross comes when one points at its row. */
const remove = async (page: Page, name: string): Promise<void> => {
  const cross = page.getByRole('button', { name: `Usuń produkt: ${name}` });
  await page.getByRole('listitem').filter({ has: cross }).hover();
  await cross.click();
};
const deleteOnServer = async (account: Account, list: string): Promise<void> => {
  const rows = await rowsOf(product, account, 'lists');
  const documentId = rows.find(({ uuid }) => uuid === list)?.documentId;
  await product.call('DELETE', `/lists/${documentId}`, { jwt: account.jwt });
};

const bar = (page: Page) => page.getByRole('region', { name: 'Powiadomienie' });

test('deletions in a row have one bar that counts and undoes all of them', async ({ browser }) => {
  const page = await openThree(browser, 'liczone');
  for (const name of ['mleko', 'ser', 'sól']) await remove(page, name);
  await expect(bar(page)).toContainText('Usunięto 3 produkty');
  await undo(page).click();
  // Beside them the blank row that the empty list was given.
  await expect.poll(async () => (await shownItems(page)).filter(Boolean)).toEqual(['mleko', 'ser', 'sól']);
  await expect(bar(page)).toHaveCount(0);
});

test('offers of different kinds queue, and Ctrl+Z undoes them one by one, newest first', async ({ browser }) => {
  const page = await openThree(browser, 'kolejka');
  // A removal that was sent brings its rows back under new ids, which an older offer does not know.
  await page.context().setOffline(true);
  await remove(page, 'mleko');
  await remove(page, 'ser');
  await descriptions(page).first().focus();
  await paste(page, 'chleb\nmasło');
  await expect(bar(page)).toContainText('Dodano 2 produkty');
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wyczyść listę' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Wyczyść' }).click();
  await expect(bar(page)).toContainText('Wyczyszczono listę');

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const takenBack: string[][] = [];
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Control+z');
    takenBack.push((await shownItems(page)).filter(Boolean));
  }
  expect(takenBack).toEqual([['sól', 'chleb', 'masło'], ['sól'], ['ser', 'sól'], ['mleko', 'ser', 'sól']]);
  await expect(bar(page)).toHaveCount(0);
});

test('Ctrl+Z undoes what was done last, and no typing in a row without the caret', async ({ browser }) => {
  const page = await openThree(browser, 'ctrl-z');
  await descriptions(page).last().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' morska');
  await paste(page, 'chleb\nmasło');
  await expect.poll(() => shownItems(page)).toEqual(['mleko', 'ser', 'sól morska', 'chleb', 'masło']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => shownItems(page)).toEqual(['mleko', 'ser', 'sól morska']);

  // Nothing is left to undo: the person has not typed in the row that now has the caret.
  await descriptions(page).first().click();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Control+z');
  await page.getByRole('heading', { level: 1 }).click();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Control+z');
  expect(await shownItems(page)).toEqual(['mleko', 'ser', 'sól morska']);

  // The browser undoes what the person typed last, in its field.
  await descriptions(page).first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Control+z');
  await expect.poll(() => shownItems(page)).toEqual(['mleko', 'ser', 'sól morska']);
});

test('the recovery offer does not take the focus from a field', async ({ browser }) => {
  const account = await newAccount(product, 'pytanie');
  const lost = await listOnServer(product, account, 'Apteka', ['syrop']);
  const other = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const page = await visit(context, product, `/lists/${lost}`);
  await allSaved(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Dodaj produkt' }).click();
  await page.keyboard.type('plastry');
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await page.getByRole('link', { name: /^Zakupy,/ }).click();
  await deleteOnServer(account, lost);

  const field = descriptions(page).first();
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' owsiane');
  await context.setOffline(false);
  await expect(bar(page)).toContainText('Zachować Twoje dopiski');
  await expect(field).toBeFocused();
  await page.keyboard.type(', dwa');
  await expect(field).toHaveValue('mleko owsiane, dwa');
  expect(new URL(page.url()).pathname).toBe(`/lists/${other}`);
  await bar(page).getByRole('button', { name: 'Zachowaj', exact: true }).click();
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(page.getByRole('link', { name: /^Apteka,.*plastry/ })).toBeVisible();
});

const deleteHere = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
};

for (const [size, options] of VIEWPORTS) {
  for (const where of ['here', 'on another device'] as const) {
    test(`back after the open list was deleted ${where} leaves Lists at once, at ${size}`, async ({ browser }) => {
      const account = await newAccount(product, 'back');
      const list = await listOnServer(product, account, 'Apteka', ['syrop']);
      const page = await openAt(browser, product, account, options, { path: '/logs' });
      await page.goto(`${product.origin}/lists`);
      await openList(page, 'Apteka');
      await allSaved(page);
      await page.getByRole('button', { name: 'Opcje listy' }).click();
      await expect(page.getByRole('dialog', { name: 'Apteka' })).toBeVisible();
      if (where === 'here') await deleteHere(page);
      else await deleteOnServer(account, list);
      await expect(page).toHaveURL(`${product.origin}/lists`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(bar(page)).toContainText('Apteka');
      await page.goBack();
      await expect(page).toHaveURL(`${product.origin}/logs`);
      await page.context().close();
    });
  }
}
