import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { type Account, expectOnServer, listOnServer, newAccount, signedIn, visit } from './support/account';
import { shiftsOf, watchShifts } from './support/layoutShifts';
import { addItem, allSaved, bought, descriptions, listCard, openList, signInHere } from './support/person';
import { PASSWORD, type Product, startProduct } from './support/product';
import { test } from './support/test';
import { openAt, PHONE } from './support/viewports';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const tellName = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Twoje imię, widoczne dla innych').fill(name);
  await page.getByRole('button', { name: 'Zapisz imię' }).click();
};

const menuOf = (page: Page, list: string) => page.getByRole('button', { name: `Więcej opcji: ${list}` }).click();

/** A person with an account and a name that others see. */
const named = async (name: string): Promise<Account> => {
  const account = await newAccount(product, name.toLowerCase());
  await product.call('PUT', '/users/me', { jwt: account.jwt, body: { name } });
  return account;
};

/** Follows an invitation, and joins the list. */
const join = async (page: Page, link: string, list: string): Promise<void> => {
  await page.goto(link);
  await page.getByRole('dialog', { name: 'Zaproszenie do listy' }).getByRole('button', { name: 'Dołącz' }).click();
  await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible();
  // The heading, or the first row of an empty list.
  await expect(page.locator('[data-page] :is(h1, textarea):focus')).toBeVisible();
};

/** Opens who shares a list. */
const openSharing = async (page: Page, list: string) => {
  await menuOf(page, list);
  await page.getByRole('button', { name: 'Udostępnij' }).click();
  const sheet = page.getByRole('dialog', { name: `Kto ma listę „${list}”` });
  await expect(sheet.getByRole('list', { name: 'Na tej liście' })).toBeVisible();
  return sheet;
};

/** Invites to a list from its sheet, which closes then. */
const invite = async (page: Page, list: string): Promise<string> => {
  const sheet = await openSharing(page, list);
  await sheet.getByRole('button', { name: 'Zaproś' }).click();
  const link = await sheet.getByLabel('Link z zaproszeniem').inputValue();
  await expect(sheet.getByRole('img', { name: 'Kod QR z zaproszeniem' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Zamknij' }).click();
  await expect(sheet).toBeHidden();
  return link;
};

test('invites by a link, a new account joins in a second browser, both tick and write, one is removed while offline', async ({
  browser,
}) => {
  const ania = await newAccount(product, 'ania');
  await listOnServer(product, ania, 'Weekend', ['mleko']);
  const hers = await signedIn(browser, product, ania);
  const page = await visit(hers, product);
  const sheet = await openSharing(page, 'Weekend');
  await tellName(page, 'Ania');
  await expect(sheet.getByText('Ania')).toBeVisible();
  await sheet.getByRole('button', { name: 'Zamknij' }).click();
  const link = await invite(page, 'Weekend');
  expect(link).toMatch(new RegExp(`^${product.origin}/lists#invite=[A-Za-z0-9_-]{22}$`));

  // A guest: the link shows the list, and the code leaves the address at once.
  const his = await browser.newContext({ locale: 'pl-PL' });
  const other = await his.newPage();
  await other.goto(link);
  await expect(other.getByText('Zaprasza: Ania.')).toBeVisible();
  expect(other.url()).toBe(`${product.origin}/guest`);
  await other.getByRole('button', { name: 'Rejestracja' }).click();
  await other.getByLabel('E-mail').fill('bartek@example.com');
  await other.getByLabel('Hasło', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Załóż konto' }).click();
  const joining = other.getByRole('dialog', { name: 'Zaproszenie do listy' });
  await expect(joining.getByText('Weekend')).toBeVisible();
  await tellName(other, 'Bartek');
  const startedAt = performance.now();
  await joining.getByRole('button', { name: 'Dołącz' }).click();
  await expect(other.getByRole('heading', { name: 'Weekend', level: 1 })).toBeVisible();
  await other.getByRole('checkbox', { name: 'Kupione: mleko' }).check();
  await openList(page, 'Weekend');
  await expect(bought(page)).toHaveCount(1);
  const tickMs = Math.round(performance.now() - startedAt);
  test.info().annotations.push({ type: 'from joining to the first shared tick, ms', description: String(tickMs) });

  await addItem(page, 'chleb');
  await expect(descriptions(other)).toHaveValue('chleb');
  // Read out, with the name of who it was.
  await expect(other.getByText('Ania: chleb', { exact: true })).toBeAttached();
  await other.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(listCard(other, 'Weekend')).toHaveAccessibleName(/2 osoby/);
  await openList(other, 'Weekend');

  // He writes while nothing reaches the server; meanwhile she removes him.
  await allSaved(other);
  await his.setOffline(true);
  await expect(other.getByText(/^Offline/)).toBeVisible();
  await addItem(other, 'kawa');
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  const people = await openSharing(page, 'Weekend');
  const remove = people.getByRole('button', { name: 'Usuń z listy: Bartek' });
  await remove.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  // Back answers the question, and the sheet stays.
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń z listy' }).click();
  await expect(people.getByText('Bartek')).toHaveCount(0);
  await his.setOffline(false);
  const notice = other.getByRole('region', { name: 'Powiadomienie' });
  await expect(notice).toContainText('Twoje dopiski nie trafiły na listę „Weekend”. Zachować je jako nową listę?');
  await other.getByRole('button', { name: 'Zachowaj', exact: true }).click();
  await expect(notice).toContainText('Nie masz już dostępu do listy „Weekend”');
  await expectOnServer(product, ania, ['chleb', 'mleko']);

  // The link that he knows ended with his membership.
  await other.goto(link);
  await other.reload();
  await expect(other.getByText('To zaproszenie już nie działa.', { exact: false })).toBeVisible();
});

test('a pasted link joins once; after a leave the list is gone for the member, and the owner sees one member less', async ({
  browser,
}) => {
  const [ania, ela] = [await named('Ania'), await named('Ela')];
  await listOnServer(product, ania, 'Dom', ['mydło']);
  await listOnServer(product, ela, 'Praca', ['papier']);
  const page = await visit(await signedIn(browser, product, ania), product);
  const link = await invite(page, 'Dom');
  const other = await visit(await signedIn(browser, product, ela), product);
  await other.getByRole('button', { name: 'Wklej zaproszenie' }).click();
  const joining = other.getByRole('dialog', { name: 'Zaproszenie do listy' });
  await expect(joining.getByLabel('Link z zaproszeniem')).toBeFocused();
  await other.keyboard.insertText('to nie link');
  await joining.getByRole('button', { name: 'Dalej' }).click();
  await expect(joining.getByRole('alert')).toContainText('To nie jest link z zaproszeniem');
  await joining.getByLabel('Link z zaproszeniem').fill(`Zapraszam: ${link}`);
  await joining.getByRole('button', { name: 'Dalej' }).click();
  await joining.getByRole('button', { name: 'Dołącz' }).click();
  await expect(other.getByRole('heading', { name: 'Dom', level: 1 })).toBeVisible();
  await expect(descriptions(other)).toHaveValue('mydło');
  await other.getByRole('button', { name: 'Wróć do list' }).click();

  // Without a network it is gone here at once, and the others hear of it later.
  await other.context().setOffline(true);
  await menuOf(other, 'Dom');
  await other.getByRole('button', { name: 'Opuść listę' }).click();
  await expect(other.getByText('Czy na pewno chcesz opuścić tę listę?')).toBeVisible();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Opuść listę' }).click();
  await expect(listCard(other, 'Dom')).toHaveCount(0);
  await expect(listCard(other, 'Praca')).toBeVisible();
  await expect(other.getByText('Offline · 1 zmiana czeka')).toBeVisible();
  await other.context().setOffline(false);
  await allSaved(other);
  await expect(other.getByText('Nie masz już dostępu', { exact: false })).toHaveCount(0);
  await expect(listCard(page, 'Dom')).not.toHaveAccessibleName(/osoby/);
});

test('given two windows, when an invitation is accepted in the one that does not lead, then it opens the list', async ({
  browser,
}) => {
  const [ania, bartek] = [await named('Ania'), await named('Bartek')];
  await listOnServer(product, ania, 'Weekend', ['mleko']);
  await listOnServer(product, bartek, 'Zakupy', ['ser']);
  const link = await invite(await visit(await signedIn(browser, product, ania), product), 'Weekend');
  const his = await signedIn(browser, product, bartek);
  const leading = await visit(his, product);
  await expect(listCard(leading, 'Zakupy')).toBeVisible();
  await allSaved(leading);
  const other = await his.newPage();
  await join(other, link, 'Weekend');
  await expect(descriptions(other)).toHaveValue('mleko');
  await expect(other.getByText('Tej listy już nie ma.')).toHaveCount(0);
  expect(new URL(other.url()).pathname).toMatch(/^\/lists\/.+/);
});

test('given a member who signs out, then nobody is told that the list is lost, and the next person reads nothing of it', async ({
  browser,
}) => {
  const [ania, bartek] = [await named('Ania'), await named('Bartek')];
  await listOnServer(product, ania, 'Dom', ['mydło']);
  const link = await invite(await visit(await signedIn(browser, product, ania), product), 'Dom');
  const page = await visit(await signedIn(browser, product, bartek), product);
  await join(page, link, 'Dom');
  await allSaved(page);
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await page.getByRole('link', { name: 'Logi' }).click();
  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();

  const celina = await newAccount(product, 'celina');
  await signInHere(page, celina);
  await allSaved(page);
  await expect(page.getByText('Dom', { exact: false })).toHaveCount(0);
});

test('given a list that its owner deletes and brings back, then its member is not told any more that it is lost', async ({
  browser,
}) => {
  const [ania, bartek] = [await named('Ania'), await named('Bartek')];
  // With an id as the app makes them.
  const data = { uuid: newUuid(), name: 'Dom', icon: 'tomato' };
  await product.call('POST', '/lists', { jwt: ania.jwt, body: { data } });
  const hers = await visit(await signedIn(browser, product, ania), product);
  const link = await invite(hers, 'Dom');
  const his = await visit(await signedIn(browser, product, bartek), product);
  await join(his, link, 'Dom');
  await his.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(listCard(his, 'Dom')).toBeFocused();

  await menuOf(hers, 'Dom');
  await hers.getByRole('button', { name: 'Usuń', exact: true }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(his.getByText('Nie masz już dostępu do listy „Dom”').first()).toBeVisible();
  await hers.getByRole('button', { name: 'Cofnij' }).click();
  await expect(listCard(his, 'Dom')).toBeVisible();
  await expect(his.locator('[data-snackbar]', { hasText: 'Dom' })).toHaveCount(0);
});

test('both edit offline and sync; the link opens the list for a member, and a former member joins again', async ({
  browser,
}) => {
  const [ania, bartek] = [await named('Ania'), await named('Bartek')];
  await listOnServer(product, ania, 'Dom', ['mydło']);
  const hers = await visit(await signedIn(browser, product, ania), product);
  const link = await invite(hers, 'Dom');
  const his = await visit(await signedIn(browser, product, bartek), product);
  const toLists = async (page: Page) => {
    await page.getByRole('button', { name: 'Wróć do list' }).click();
    await expect(page).toHaveURL(`${product.origin}/lists`);
  };
  await join(his, link, 'Dom');
  await expect(descriptions(his)).toHaveValue('mydło');

  await openList(hers, 'Dom');
  for (const page of [hers, his]) await page.context().setOffline(true);
  await addItem(hers, 'chleb');
  await addItem(his, 'kawa');
  await his.getByRole('checkbox', { name: 'Kupione: mydło' }).check();
  for (const page of [hers, his]) await page.context().setOffline(false);
  for (const page of [hers, his]) {
    await allSaved(page);
    await expect(bought(page)).toHaveCount(1);
    await expect(descriptions(page)).toHaveCount(2);
  }
  await expectOnServer(product, bartek, ['chleb', 'kawa', 'mydło']);

  // Opened by a member it makes nothing twice.
  await toLists(his);
  await join(his, link, 'Dom');
  await toLists(his);
  await expect(listCard(his, 'Dom')).toHaveCount(1);
  await menuOf(his, 'Dom');
  await his.getByRole('button', { name: 'Opuść listę' }).click();
  await his.getByRole('alertdialog').getByRole('button', { name: 'Opuść listę' }).click();
  await expect(listCard(his, 'Dom')).toHaveCount(0);
  await allSaved(his);
  await join(his, link, 'Dom');
  await expect(descriptions(his)).toHaveCount(2);

  // Deleted for both, and brought back for both.
  await toLists(his);
  await toLists(hers);
  await menuOf(hers, 'Dom');
  await hers.getByRole('button', { name: 'Usuń', exact: true }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(listCard(his, 'Dom')).toHaveCount(0);
  await hers.getByRole('button', { name: 'Cofnij' }).click();
  for (const page of [hers, his]) await expect(listCard(page, 'Dom')).toHaveAccessibleName(/2 osoby/);
});

/** Requests that are not answered until they are let go. */
const heldAnswers = () => {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = async (route: Route): Promise<void> => {
    await isLetGo;
    await route.continue();
  };
  return { hold, letGo };
};

test('given a list with a long name, then a small phone with large text still has room for its members', async ({
  browser,
}) => {
  const ala = await named('Ala');
  const name = 'Zakupy na święta u babci, i prezenty dla dzieci '.repeat(8).trim();
  await listOnServer(product, ala, name, ['mleko']);
  const page = await openAt(browser, product, ala, PHONE);
  const sheet = await openSharing(page, name);
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });

  await expect(sheet.getByRole('button', { name: 'Zamknij' })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('list', { name: 'Na tej liście' })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('button', { name: 'Zaproś' })).toBeInViewport({ ratio: 1 });
  await page.context().close();
});

test('given a guest with an invitation, when its preview is late, then the form stays where it is', async ({
  browser,
}) => {
  const ania = await named('Ania');
  await listOnServer(product, ania, 'Dom', ['mydło']);
  const link = await invite(await visit(await signedIn(browser, product, ania), product), 'Dom');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const context = await browser.newContext({ locale: 'pl-PL', viewport });
    const page = await context.newPage();
    await watchShifts(page);
    const answers = heldAnswers();
    for (const path of ['capabilities', 'invites/preview']) await page.route(`**/api/${path}`, answers.hold);
    await page.goto(link);
    // The app has taken the form over, and the person reads it.
    await page.waitForFunction(() => document.querySelector('#root:not([data-guest]) form') !== null);
    answers.letGo();
    await expect(page.getByText('Zaprasza: Ania.')).toBeVisible();
    const { total, worst } = await shiftsOf(page);
    expect(total, worst).toBeLessThanOrEqual(0.001);
    await context.close();
  }
});

/** Where the letters of an element begin, in px from the left. */
const startOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });

test('given names from right to left, then each is beside its picture, as other names are', async ({ browser }) => {
  const [ania, david] = [await named('Ania'), await newAccount(product, 'david')];
  await product.call('PUT', '/users/me', { jwt: david.jwt, body: { name: 'דוד' } });
  const body = { data: { uuid: newUuid(), name: 'חלב', icon: 'tomato' } };
  const list = (await product.call('POST', '/lists', { jwt: ania.jwt, body })) as { data: { documentId: string } };
  const path = `/lists/${list.data.documentId}/invites`;
  const { data } = (await product.call('POST', path, { jwt: ania.jwt, body: {} })) as { data: { code: string } };
  const page = await openAt(browser, product, david, PHONE, { path: `/lists#invite=${data.code}` });
  const joining = page.getByRole('dialog', { name: 'Zaproszenie do listy' });
  await expect(joining.getByText('חלב')).toBeVisible();
  expect(await startOf(joining.getByText('חלב'))).toBeCloseTo(await startOf(joining.getByText('Zaprasza: Ania.')), 0);
  await joining.getByRole('button', { name: 'Dołącz' }).click();
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await page.getByRole('button', { name: 'Udostępnij' }).click();
  const people = page.getByRole('list', { name: 'Na tej liście' });
  await expect(people.getByText('דוד')).toBeVisible();
  expect(await startOf(people.getByText('דוד'))).toBeCloseTo(await startOf(people.getByText('Ty', { exact: true })), 0);
});

test('given an app that was closed while a list was lost, then its next start says so', async ({ browser }) => {
  const [ania, bartek] = [await named('Ania'), await named('Bartek')];
  const data = { uuid: newUuid(), name: 'Dom', icon: 'tomato' };
  await product.call('POST', '/lists', { jwt: ania.jwt, body: { data } });
  const hers = await visit(await signedIn(browser, product, ania), product);
  const link = await invite(hers, 'Dom');
  const device = await signedIn(browser, product, bartek);
  const his = await visit(device, product);
  await join(his, link, 'Dom');
  await allSaved(his);
  await his.close();

  await menuOf(hers, 'Dom');
  await hers.getByRole('button', { name: 'Usuń', exact: true }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await allSaved(hers);

  const again = await visit(device, product);
  await expect(again.getByText('Nie masz już dostępu do listy „Dom”').first()).toBeVisible();
});
