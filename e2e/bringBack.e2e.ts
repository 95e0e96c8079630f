import { expect } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { allSaved, bought, descriptions, listCard, openList, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { DESK, openAt, PHONE } from './support/viewports';

/** A removed list comes back with its items on all devices, also on one that was offline meanwhile. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

test('a removed list is restored on Logs, and on the other devices too', async ({ browser }) => {
  const account = await newAccount(product, 'bring-back');
  for (const [name, items] of [
    ['Pierwsza', ['a']],
    ['Zakupy', ['chleb', 'mleko', 'ser']],
    ['Ostatnia', ['z']],
  ] as const)
    await listOnServer(product, account, name, [...items]);
  const phone = await openAt(browser, product, account, PHONE);
  const desk = await openAt(browser, product, account, DESK);
  const away = await openAt(browser, product, account, DESK);
  await openList(phone, 'Zakupy');
  await phone.getByRole('checkbox', { name: 'Kupione: mleko' }).click();
  await expect(bought(phone)).toHaveCount(1);
  await allSaved(phone);
  await phone.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(listCard(away, 'Zakupy')).toContainText('1/3');
  await away.context().setOffline(true);

  await phone.getByRole('button', { name: 'Więcej opcji: Zakupy' }).click();
  await phone.getByRole('button', { name: 'Usuń', exact: true }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(listCard(desk, 'Zakupy')).toHaveCount(0);

  await phone.getByRole('link', { name: 'Logi' }).click();
  await phone.getByRole('button', { name: 'Przywróć usuniętą listę' }).click();
  await phone.getByRole('button', { name: /^Zakupy · 3 produkty · usunięta / }).click();
  await expect(phone.getByText('Przywrócono listę „Zakupy”.').first()).toBeVisible();

  await expect(listCard(desk, 'Zakupy')).toContainText('1/3');
  await away.context().setOffline(false);
  for (const page of [desk, away]) {
    await expect(listCard(page, 'Zakupy')).toHaveCount(1);
    const names = await page
      .getByRole('link', { name: /, kupiono \d/ })
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')?.split(',')[0]));
    expect(names).toEqual(['Pierwsza', 'Zakupy', 'Ostatnia']);
    await openList(page, 'Zakupy');
    await expect(descriptions(page)).toHaveCount(2);
    expect(await shownItems(page)).toEqual(['chleb', 'ser']);
    await expect(bought(page)).toHaveCount(1);
  }
  for (const page of [phone, desk, away]) await page.context().close();
});

test('given a list with a Hebrew name, then its entry is read in the order of the Polish text', async ({ browser }) => {
  const account = await newAccount(product, 'right-to-left');
  await listOnServer(product, account, 'חלב', ['a', 'b', 'c']);
  const page = await openAt(browser, product, account, PHONE);
  await page.getByRole('button', { name: /^Więcej opcji: .*חלב/ }).click();
  await page.getByRole('button', { name: 'Usuń', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await page.getByRole('link', { name: 'Logi' }).click();
  await page.getByRole('button', { name: 'Przywróć usuniętą listę' }).click();
  const entry = page.getByRole('dialog').getByText(/3 produkty/);
  const places = await entry.evaluate((label) => {
    const text = label.firstChild as Text;
    return ['חלב', '3', 'produkty', 'usunięta'].map((part) => {
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(part));
      range.setEnd(text, text.data.indexOf(part) + part.length);
      return range.getBoundingClientRect().left;
    });
  });
  expect(places).toEqual([...places].sort((a, b) => a - b));
  await page.context().close();
});
