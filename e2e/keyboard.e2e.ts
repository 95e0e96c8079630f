import { expect, type Locator, type Page } from '@playwright/test';
import { bought, descriptions, listCard, shownItems } from './support/person';
import { DEMO, type Product, startProduct } from './support/product';
import { test } from './support/test';
import { VIEWPORTS } from './support/viewports';

/** Every task with keys alone. A control that Tab does not reach within this many steps is not reachable. */
const FAR = 60;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

const travel = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(target.first()).toBeAttached();
  for (let step = 0; step < FAR; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
};

const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await travel(page, target);
  await page.keyboard.press(key);
};

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const caretIn = (page: Page, index: number): Promise<void> => expect(descriptions(page).nth(index)).toBeFocused();

const signInByKeys = async (page: Page): Promise<void> => {
  await page.goto(product.origin);
  await travel(page, page.getByLabel('E-mail'));
  await page.keyboard.type(DEMO.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Twoje listy' })).toBeFocused();
};

const createListByKeys = async (page: Page): Promise<void> => {
  await press(page, button(page, 'Dodaj listę'));
  const dialog = page.getByRole('dialog', { name: 'Dodaj listę' });
  await expect(dialog.getByLabel('Nazwa listy')).toBeFocused();
  await page.keyboard.type('Obiad');
  await travel(page, dialog.getByRole('radio', { name: 'Pomidor' }));
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: 'Stek' })).toBeChecked();
  await press(page, dialog.getByRole('button', { name: 'Dodaj', exact: true }));
  await expect(page.getByRole('heading', { name: 'Obiad', level: 1 })).toBeVisible();
};

for (const [name, options] of VIEWPORTS) {
  test(`by keyboard alone from sign-in to sign-out, ${name}`, async ({ browser }) => {
    const page = await (await browser.newContext({ locale: 'pl-PL', ...options })).newPage();
    await signInByKeys(page);
    await createListByKeys(page);

    await test.step('write, travel, tick, delete and take back', async () => {
      await caretIn(page, 0);
      for (const item of ['mleko', 'chleb', 'ser']) {
        await page.keyboard.type(item);
        await page.keyboard.press('Shift+Enter');
      }
      await page.keyboard.press('Backspace');
      await caretIn(page, 2);
      await page.keyboard.press('ArrowUp');
      await caretIn(page, 1);
      await page.keyboard.press('Control+Enter');
      await expect(bought(page)).toHaveCount(1);
      await expect(page.getByRole('checkbox', { name: 'Kupione: chleb' })).toBeChecked();
      await travel(page, page.getByRole('checkbox', { name: 'Kupione: chleb' }));
      await page.keyboard.press('Space');
      await expect(bought(page)).toHaveCount(0);
      await expect(descriptions(page)).toHaveCount(3);

      await travel(page, descriptions(page).nth(1), 'Shift+Tab');
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('dialog', { name: 'chleb' })).toBeVisible();
      await press(page, button(page, 'Usuń produkt'));
      await expect(descriptions(page)).toHaveCount(2);
      await caretIn(page, 0);
      await press(page, button(page, 'Cofnij'));
      await expect(descriptions(page)).toHaveCount(3);

      await press(page, page.getByRole('button', { name: 'Usuń produkt: mleko' }));
      await expect(descriptions(page)).toHaveCount(2);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Z');
      await expect.poll(() => shownItems(page)).toEqual(['mleko', 'chleb', 'ser']);
    });

    await test.step('the list: menu, confirmation, clearing, editing, folding', async () => {
      await press(page, page.getByRole('checkbox', { name: 'Kupione: ser' }), 'Space');
      const fold = button(page, 'Zakupione (1)');
      await press(page, fold);
      await expect(fold).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('Enter');
      await expect(fold).toHaveAttribute('aria-expanded', 'true');

      const options = button(page, 'Opcje listy');
      await travel(page, options, 'Shift+Tab');
      await page.keyboard.press('Enter');
      const menu = page.getByRole('dialog', { name: 'Obiad' });
      await expect(menu.getByRole('heading', { name: 'Obiad' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expect(options).toBeFocused();

      await page.keyboard.press('Enter');
      await expect(menu.getByRole('heading', { name: 'Obiad' })).toBeFocused();
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
      await expect(menu.getByRole('button', { name: 'Wyczyść listę' })).toBeFocused();
      await page.keyboard.press('Enter');
      const question = page.getByRole('alertdialog', { name: 'Czy na pewno chcesz wyczyścić tę listę?' });
      await expect(question.getByRole('button', { name: 'Anuluj' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await expect(bought(page)).toHaveCount(1);

      await travel(page, options, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(menu.getByRole('heading', { name: 'Obiad' })).toBeFocused();
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await press(page, question.getByRole('button', { name: 'Wyczyść' }));
      await expect(bought(page)).toHaveCount(0);
      await expect(descriptions(page)).toHaveCount(1);
      await expect(options).toBeFocused();
      await press(page, button(page, 'Cofnij'));
      await expect(bought(page)).toHaveCount(1);

      await travel(page, options, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await press(page, menu.getByRole('button', { name: 'Edytuj' }));
      const dialog = page.getByRole('dialog', { name: 'Edytuj listę' });
      await expect(dialog.getByLabel('Nazwa listy')).toBeFocused();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Kolacja');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Kolacja', level: 1 })).toBeVisible();
      await expect(options).toBeFocused();
    });

    await test.step('the error popover, offline', async () => {
      await travel(page, button(page, 'Wróć do list'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(listCard(page, 'Kolacja')).toBeFocused();
      await page.context().setOffline(true);
      const error = button(page, 'Pokaż błąd');
      await expect(error).toBeVisible();
      await travel(page, error, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/Wygląda na to, że nie masz dostępu/).last()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(error).toBeFocused();
      await page.context().setOffline(false);
      await expect(error).toBeHidden();
    });

    await test.step('delete the list from its own menu button', async () => {
      await press(page, page.getByRole('button', { name: 'Więcej opcji: Kolacja' }));
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Kolacja' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const question = page.getByRole('alertdialog', { name: 'Czy na pewno chcesz usunąć tę listę?' });
      await press(page, question.getByRole('button', { name: 'Usuń' }));
      await expect(listCard(page, 'Kolacja')).toHaveCount(0);
    });

    await test.step('the log, the language, the way out', async () => {
      await press(page, page.getByRole('link', { name: 'Logi' }));
      await expect(page.getByRole('heading', { name: 'Logi' })).toBeFocused();
      await press(page, button(page, 'English'));
      await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible();
      await travel(page, button(page, 'Polski'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await press(page, button(page, 'Wyczyść logi'));
      await travel(page, button(page, 'Wyloguj'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const unsent = page.getByRole('alertdialog');
      await expect(page.getByRole('heading', { name: 'Logowanie' }).or(unsent)).toBeVisible();
      if (await unsent.isVisible()) await press(page, unsent.getByRole('button', { name: 'Wyloguj' }));
      await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
    });
    await page.context().close();
  });
}
