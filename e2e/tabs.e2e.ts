import { expect, type Page } from '@playwright/test';
import { type Account, expectOnServer, listOnServer, newAccount, signedIn, visit } from './support/account';
import { addItem, allSaved, descriptions, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

/** Event streams that are open now; `opened` also counts those that were closed since. */
const watchStreams = (page: Page) => {
  const open = new Set<object>();
  const count = { opened: 0, open: () => open.size };
  page.on('request', (request) => {
    if (!request.url().endsWith('/lists/all/sse')) return;
    count.opened += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return count;
};

/** Another device of the account adds an item: only a browser with a stream hears of it without asking. */
const addElsewhere = (account: Account, list: string, description: string): Promise<unknown> => {
  const data = { uuid: crypto.randomUUID(), list, description, quantity: '', done: false };
  return product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
};

test('given two tabs that edit one list, then both edits are stored, and one stream serves both', async ({
  browser,
}) => {
  const account = await newAccount(product, 'ola');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const first = await visit(context, product, `/lists/${listId}`);
  const firstStreams = watchStreams(first);
  await first.reload();
  await expect.poll(firstStreams.open).toBe(1);
  const second = await context.newPage();
  const secondStreams = watchStreams(second);
  await second.goto(`${product.origin}/lists/${listId}`);
  await expect(descriptions(second)).toHaveCount(1);

  // By turns, each seeing what the other has just done.
  for (const round of [1, 2, 3]) {
    await addItem(first, `pierwsza ${round}`);
    await expect(descriptions(second).last()).toHaveValue(`pierwsza ${round}`);
    await addItem(second, `druga ${round}`);
    await expect(descriptions(first).last()).toHaveValue(`druga ${round}`);
  }
  await first.getByRole('textbox', { name: 'Ilość: mleko' }).fill('2 l');
  await descriptions(second).first().fill('mleko kozie');
  await expect(second.getByRole('textbox', { name: 'Ilość: mleko kozie' })).toHaveValue('2 l');
  await expect(descriptions(first).first()).toHaveValue('mleko kozie');

  const all = ['mleko kozie', ...[1, 2, 3].flatMap((round) => [`pierwsza ${round}`, `druga ${round}`])];
  await allSaved(first);
  await allSaved(second);
  await expectOnServer(product, account, all);
  expect(firstStreams).toMatchObject({ opened: 1 });
  expect(secondStreams).toMatchObject({ opened: 0 });

  await addElsewhere(account, listId, 'z telefonu');
  for (const page of [first, second]) await expect(descriptions(page)).toHaveCount(all.length + 1);
  for (const page of [first, second]) {
    await page.reload();
    await expect(descriptions(page)).toHaveCount(all.length + 1);
    expect(await shownItems(page)).toEqual([...all, 'z telefonu']);
  }
});

test('given edits of two tabs while offline, when both are closed, then all edits are stored', async ({ browser }) => {
  const account = await newAccount(product, 'ewa');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const first = await visit(context, product, `/lists/${listId}`);
  const second = await visit(context, product, `/lists/${listId}`);
  await allSaved(second);
  await product.stop();
  await context.setOffline(true);
  for (const round of [1, 2, 3]) await addItem(first, `pierwsza ${round}`);
  await expect(descriptions(second).last()).toHaveValue('pierwsza 3');
  for (const round of [1, 2, 3]) await addItem(second, `druga ${round}`);
  // Another tab shows what is stored. What a kill just after a key loses is measured in `kill.e2e.ts`.
  await expect(descriptions(first).last()).toHaveValue('druga 3');
  await first.close();
  await second.close();

  const next = await context.newPage();
  await next.goto(`${product.origin}/lists/${listId}`);
  const all = ['mleko', ...['pierwsza', 'druga'].flatMap((tab) => [1, 2, 3].map((round) => `${tab} ${round}`))];
  await expect(descriptions(next)).toHaveCount(all.length);
  expect(await shownItems(next)).toEqual(all);
  await product.start();
  await context.setOffline(false);
  await allSaved(next);
  await expectOnServer(product, account, all);
});

test('when the leading tab is closed the other opens the stream and sends', async ({ browser }) => {
  const account = await newAccount(product, 'jan');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const leader = await visit(context, product, `/lists/${listId}`);
  await allSaved(leader);
  const other = await context.newPage();
  const streams = watchStreams(other);
  await other.goto(`${product.origin}/lists/${listId}`);
  await expect(descriptions(other)).toHaveCount(1);
  expect(streams.opened).toBe(0);

  // Unsent when its tab is closed.
  await addItem(leader, 'chleb');
  await expect(descriptions(other)).toHaveCount(2);
  await leader.close();
  await expect.poll(streams.open).toBe(1);
  await expectOnServer(product, account, ['chleb', 'mleko']);
  await addElsewhere(account, listId, 'z telefonu');
  await expect(descriptions(other).last()).toHaveValue('z telefonu');
  await addItem(other, 'kawa');
  await expectOnServer(product, account, ['chleb', 'kawa', 'mleko', 'z telefonu']);
});

test('the stream is where lists are shown: a window that goes to Logs hands the lead to one on its list', async ({
  browser,
}) => {
  const account = await newAccount(product, 'ela');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const first = await visit(context, product, '/lists');
  await allSaved(first);
  const second = await visit(context, product, `/lists/${listId}`);
  const [firstStreams, secondStreams] = [first, second].map(watchStreams);
  await first.getByRole('link', { name: 'Logi' }).click();
  await expect.poll(() => secondStreams?.open()).toBe(1);
  await addElsewhere(account, listId, 'z telefonu');
  await expect(descriptions(second).last()).toHaveValue('z telefonu');
  await first.getByRole('link', { name: 'Wróć' }).click();
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('Twoje listy');
  await addElsewhere(account, listId, 'z tabletu');
  await expect(descriptions(second).last()).toHaveValue('z tabletu');
  await expect(first.getByText('z tabletu')).toBeVisible();
  expect([firstStreams?.opened, secondStreams?.opened]).toEqual([0, 1]);
});

test('a list that is emptied with two windows open gets one empty row, not one from each', async ({ browser }) => {
  const account = await newAccount(product, 'blank');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko', 'ser']);
  const context = await signedIn(browser, product, account);
  const first = await visit(context, product, `/lists/${listId}`);
  await expect(descriptions(first)).toHaveCount(2);
  const second = await context.newPage();
  // Playwright lets every page believe that it has the focus.
  await second.addInitScript(() => Object.assign(document, { hasFocus: () => false }));
  await second.goto(`${product.origin}/lists/${listId}`);
  await expect(descriptions(second)).toHaveCount(2);
  await first.getByRole('button', { name: 'Opcje listy' }).click();
  await first.getByRole('button', { name: 'Wyczyść listę' }).click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Wyczyść' }).click();
  await expect(descriptions(second).first()).toHaveValue('');
  await allSaved(first);
  await allSaved(second);
  expect(await descriptions(first).count()).toBe(1);
  expect(await descriptions(second).count()).toBe(1);
  await context.close();
});

test('given a new row in one window, when the other window leaves the list, then what is typed in it stays', async ({
  browser,
}) => {
  const account = await newAccount(product, 'draft');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko']);
  const context = await signedIn(browser, product, account);
  const first = await visit(context, product, `/lists/${listId}`);
  const second = await visit(context, product, `/lists/${listId}`);
  await expect(descriptions(second)).toHaveCount(1);
  await first.getByRole('button', { name: 'Dodaj produkt' }).click();
  await expect(descriptions(first)).toHaveCount(2);
  await second.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(second).toHaveURL(/\/lists$/);
  await first.keyboard.type('chleb');
  await first.keyboard.press('Tab');
  await expectOnServer(product, account, ['chleb', 'mleko']);
  await expect(descriptions(first).last()).toHaveValue('chleb');
  await context.close();
});

test('given a caret that rests in a row, when another device changes the row, then the next key goes into the new text', async ({
  browser,
}) => {
  const account = await newAccount(product, 'rest');
  const listId = await listOnServer(product, account, 'Zakupy', ['mleko', 'ser']);
  const page = await visit(await signedIn(browser, product, account), product, `/lists/${listId}`);
  await descriptions(page).first().click();
  await page.keyboard.press('End');
  const { data } = (await product.call('GET', '/list-items', { jwt: account.jwt })) as {
    data: { documentId: string; description: string }[];
  };
  const milk = data.find(({ description }) => description === 'mleko');
  const edit = { data: { description: 'mleko bez laktozy' } };
  await product.call('PUT', `/list-items/${milk?.documentId}`, { jwt: account.jwt, body: edit });
  await expect(descriptions(page).first()).toHaveValue('mleko bez laktozy');
  await expect(descriptions(page).first()).toBeFocused();
  await page.keyboard.type(' 3,2%');
  await expectOnServer(product, account, ['mleko bez laktozy 3,2%', 'ser']);
});
