import { type Browser, type CDPSession, expect, type Page } from '@playwright/test';
import {
  type Account,
  expectOnServer,
  itemsOnServer,
  listOnServer,
  newAccount,
  rowsOf,
  workerInCharge,
} from './support/account';
import { allSaved, descriptions } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, PHONE } from './support/viewports';

/** A phone keyboard composes each word: the text that it underlines may still change, and it replaces all of it with each key. */
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const openComposing = async (browser: Browser, who: string, items: readonly string[]) => {
  const account = await newAccount(product, who);
  const list = await listOnServer(product, account, 'Zakupy', items);
  const page = await openAt(browser, product, account, PHONE, { path: `/lists/${list}` });
  await expect(descriptions(page)).toHaveCount(items.length);
  const keyboard = await page.context().newCDPSession(page);
  return { account, page, keyboard };
};

/** Composes a word, a letter at a time. The word stays underlined. */
const compose = async (keyboard: CDPSession, word: string): Promise<void> => {
  for (let end = 1; end <= word.length; end += 1) {
    const text = word.slice(0, end);
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  }
};

/** Ends the composition with a word, which may be another one: autocorrection. */
const commit = (keyboard: CDPSession, text: string) => keyboard.send('Input.insertText', { text });

/** What is typed in a row is sent at any time, so it is looked for by its first word. */
const change = async (account: Account, firstWord: string, data: object): Promise<void> => {
  const rows = await rowsOf(product, account, 'list-items');
  const row = rows.find(({ description }) => description?.split(' ')[0] === firstWord);
  if (!row) throw new Error(`no row begins with ${firstWord}`);
  await product.call('PUT', `/list-items/${row.documentId}`, { jwt: account.jwt, body: { data } });
};

const toEnd = (page: Page): Promise<void> =>
  descriptions(page)
    .first()
    .evaluate((field: HTMLTextAreaElement) => {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    });

test('given a word that is composed, when another device changes other rows, then the word is whole', async ({
  browser,
}) => {
  const { account, page, keyboard } = await openComposing(browser, 'composing', ['mleko', 'chleb', 'ser']);
  await toEnd(page);
  await commit(keyboard, ' ');
  await compose(keyboard, 'ows');
  await change(account, 'chleb', { description: 'bułki' });
  await expect(descriptions(page).nth(1)).toHaveValue('bułki');
  await compose(keyboard, 'owsian');
  await change(account, 'ser', { done: true });
  await expect(descriptions(page)).toHaveCount(2);
  await compose(keyboard, 'owsiane');
  await expect(descriptions(page).first()).toHaveValue('mleko owsiane');
  await commit(keyboard, 'owsiane');
  await expect(descriptions(page).first()).toBeFocused();
  await expect(descriptions(page).first()).toHaveValue('mleko owsiane');
  await allSaved(page);
  await expectOnServer(product, account, ['mleko owsiane', 'bułki', 'ser']);
  await page.context().close();
});

test('given a word that is composed, when its own row is changed elsewhere, then the word is whole and both changes stay', async ({
  browser,
}) => {
  const { account, page, keyboard } = await openComposing(browser, 'composing-row', ['mleko']);
  await toEnd(page);
  await commit(keyboard, ' ');
  await compose(keyboard, 'ows');
  await change(account, 'mleko', { quantity: '2 l' });
  await expect(page.getByRole('textbox', { name: /^Ilość/ }).first()).toHaveValue('2 l');
  await compose(keyboard, 'owsiane');
  await commit(keyboard, 'owsiane');
  await expect(descriptions(page).first()).toHaveValue('mleko owsiane');
  await allSaved(page);
  await expect
    .poll(async () => (await rowsOf(product, account, 'list-items')).map((row) => [row.description, row.quantity]))
    .toEqual([['mleko owsiane', '2 l']]);
  await page.context().close();
});

test('given a word that is composed, when another device moves rows around it, then the word goes on', async ({
  browser,
}) => {
  const { account, page, keyboard } = await openComposing(browser, 'composing-moved', ['mleko', 'ser', 'chleb']);
  await toEnd(page);
  await commit(keyboard, ' ');
  await compose(keyboard, 'ows');
  await change(account, 'chleb', { order: 'h00000001' });
  await expect(descriptions(page).first()).toHaveValue('chleb');
  await compose(keyboard, 'owsian');
  await change(account, 'chleb', { order: 'izzzzzzzzz' });
  await expect(descriptions(page).last()).toHaveValue('chleb');
  await compose(keyboard, 'owsiane');
  await commit(keyboard, 'owsiane');
  await allSaved(page);
  await expectOnServer(product, account, ['mleko owsiane', 'ser', 'chleb']);
  await page.context().close();
});

test('given a composed word in a new row, when it is corrected, ended by two Enters and followed by another, then each word has its row', async ({
  browser,
}) => {
  const { account, page, keyboard } = await openComposing(browser, 'composing-new', ['chleb']);
  await page.getByRole('button', { name: 'Dodaj produkt' }).tap();
  await compose(keyboard, 'mlko');
  await commit(keyboard, 'mleko');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Ilość/ }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(descriptions(page).last()).toBeFocused();
  await compose(keyboard, 'żółty');
  await commit(keyboard, 'żółty');
  await commit(keyboard, ' ');
  await compose(keyboard, 'ser');
  await commit(keyboard, 'ser');
  await expect(descriptions(page).last()).toHaveValue('żółty ser');
  await allSaved(page);
  await expect
    .poll(async () => [...(await itemsOnServer(product, account))].sort())
    .toEqual(['chleb', 'mleko', 'żółty ser']);
  await page.context().close();
});

test('given a word that is still composed, when the page is left, then it is saved', async ({ browser }) => {
  const { account, page, keyboard } = await openComposing(browser, 'composing-left', ['mleko']);
  await workerInCharge(page);
  await page.context().setOffline(true);
  await toEnd(page);
  await commit(keyboard, ' ');
  await compose(keyboard, 'ows');
  await expect(descriptions(page).first()).toHaveValue('mleko ows');
  await page.getByRole('button', { name: 'Wróć do list' }).tap();
  await expect(page.getByRole('link', { name: /mleko ows/ })).toBeVisible();
  await page.context().setOffline(false);
  await allSaved(page);
  await expectOnServer(product, account, ['mleko ows']);
  await page.context().close();
});
