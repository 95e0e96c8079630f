import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO } from './product';

/** What a person does on the screens. */
export const signIn = async (page: Page, origin: string, who = DEMO): Promise<void> => {
  await page.goto(`${origin}/`);
  await signInHere(page, who);
};

/** Fills in the form of Guest, where the page already is. */
export const signInHere = async (page: Page, who = DEMO): Promise<void> => {
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Hasło', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Zaloguj się' }).click();
  await expect(page.getByRole('heading', { name: 'Twoje listy' })).toBeVisible();
};

/** Creates a list through the dialog, which opens it, and goes back to the overview. */
export const createList = async (page: Page, name: string, icon: string): Promise<void> => {
  await page.getByRole('button', { name: 'Dodaj listę' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Dodaj listę' });
  await dialog.getByLabel('Nazwa listy').fill(name);
  await dialog.getByRole('radio', { name: icon }).check({ force: true });
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Wróć do list' }).click();
  await expect(listCard(page, name)).toBeFocused();
};

export const listCard = (page: Page, name: string): Locator =>
  page.getByRole('link', { name: new RegExp(`^${name},`) });

export const openList = async (page: Page, name: string): Promise<void> => {
  await listCard(page, name).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
};

/** The description fields of the open items, in order. */
export const descriptions = (page: Page): Locator =>
  page.getByRole('list', { name: 'Do kupienia' }).getByRole('textbox', { name: /^Produkt \d+ z \d+/ });

export const bought = (page: Page): Locator => page.getByRole('list', { name: 'Zakupione' }).getByRole('listitem');

/** Waits until the app says that everything is on the server, and counts nothing as unsent. */
export const allSaved = (page: Page): Promise<void> =>
  expect(page.locator('[data-unsent="0"]', { hasText: 'Wszystko zapisane' })).toBeVisible();

/** Adds an item at the end of the open list and types its description. */
export const addItem = async (page: Page, description: string): Promise<void> => {
  const before = await descriptions(page).count();
  await page.getByRole('button', { name: 'Dodaj produkt' }).click();
  await expect(descriptions(page)).toHaveCount(before + 1);
  await page.keyboard.type(description);
  await expect(descriptions(page).last()).toHaveValue(description);
};

/** The descriptions of the open items as they stand on screen. */
export const shownItems = (page: Page): Promise<string[]> =>
  descriptions(page).evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

/** Pastes text where the focus is. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
