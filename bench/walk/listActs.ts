import type { Page } from '@playwright/test';
import { noteBack, noteRemoved } from './rowActs';
import { takeBack } from './undo';
import {
  type Act,
  button,
  invent,
  listsOf,
  openList,
  openSomeList,
  SHARED,
  seenWords,
  type Walk,
  windowOf,
} from './world';

/** What a person does with whole lists. */

const pickFromMenu = async (page: Page, entry: string): Promise<void> => {
  await button(page, 'Opcje listy').click();
  await button(page.getByRole('dialog'), entry).click();
};

/**
 * Deletes the device's own list, with all that is in it, and takes that back. A list that others change too would come
 * back without what they had not sent (docs/limits.md). If it was not taken back, the next time makes a new one.
 */
export const deleteOwnList: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  const { ownList } = device;
  if (!device.hasOwnList) {
    await page.goto(`${walk.proxy.origin}/lists`);
    await button(page, 'Dodaj listę').first().click();
    const dialog = page.getByRole('dialog', { name: 'Dodaj listę' });
    await dialog.getByLabel('Nazwa listy').fill(ownList);
    await button(dialog, 'Dodaj').click();
    device.hasOwnList = true;
    return;
  }
  await openList(walk, page, ownList);
  await pickFromMenu(page, 'Usuń');
  const rows = await seenWords(walk, page);
  noteRemoved(rows);
  await button(page.getByRole('alertdialog'), 'Usuń').click();
  device.hasOwnList = false;
  if (!(await takeBack(walk, device, at, { told: `Usunięto listę „${ownList}` }))) return;
  device.hasOwnList = true;
  noteBack(rows, device);
};

/** Clears a list, mostly the device's own, and takes that back. */
export const clearList: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  const list =
    device.random.chance(0.8) && device.hasOwnList ? device.ownList : (device.random.pick(SHARED) ?? SHARED[0]);
  await openList(walk, page, list);
  await pickFromMenu(page, 'Wyczyść listę');
  const rows = await seenWords(walk, page);
  noteRemoved(rows);
  await button(page.getByRole('alertdialog'), 'Wyczyść').click();
  if (await takeBack(walk, device, at, { told: 'Wyczyszczono listę' })) noteBack(rows, device);
};

/** Renames a shared list. Each is renamed by one device only, so the last name must stand. */
const RENAMED_BY: Readonly<Record<string, string>> = { phone: 'Zakupy', partner: 'Apteka' };

export const renameList: Act = async (walk, device, at) => {
  const list = RENAMED_BY[device.name];
  if (!list) return;
  const page = windowOf(device, at);
  await openList(walk, page, list);
  await pickFromMenu(page, 'Edytuj');
  const dialog = page.getByRole('dialog', { name: 'Edytuj listę' });
  const name = `${list} ${walk.acts.length}`;
  await dialog.getByLabel('Nazwa listy').fill(name);
  walk.listNames.set(list, name);
  await button(dialog, 'Zapisz').click();
};

/** Searches for a word of a list, and opens the list from what was found. */
export const search: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  const list = await openSomeList(walk, device, page);
  const row = device.random.pick(await seenWords(walk, page));
  if (!row) return;
  const back = button(page, 'Wróć do list');
  if (page.viewportSize()?.width !== 1280) await back.click();
  const field = page.getByRole('searchbox', { name: 'Szukaj w listach' });
  await field.fill(row.word.name);
  await page
    .getByRole('link', { name: new RegExp(`^${list}`) })
    .first()
    .click();
};

/** Text that another app shares: chooses the list for it, and takes it back or not. */
export const shareText: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  const words = Array.from({ length: 1 + device.random.below(3) }, () => invent(walk, device));
  for (const word of words) word.removals += 1;
  const text = words.map(({ name }) => name).join('\n');
  await page.goto(`${walk.proxy.origin}/lists?share_text=${encodeURIComponent(text)}`);
  const dialog = page.getByRole('dialog', { name: 'Dodaj do listy' });
  const list = device.random.pick(listsOf(device));
  await button(dialog, new RegExp(`^${list}`)).click();
  // From here on they are in the list, until they are taken back.
  for (const word of words) word.removals -= 1;
  if (device.random.chance(0.6)) return;
  for (const word of words) word.removals += 1;
  await takeBack(walk, device, at, { told: `Dodano ${words.length} ` });
};

/** Sends the list as text, and looks at who shares it. */
export const shareList: Act = async (walk: Walk, device, at) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  await button(page, 'Wyślij jako tekst').click();
  await pickFromMenu(page, 'Udostępnij');
  await page.getByRole('dialog', { name: /^Kto ma listę/ }).waitFor();
  await page.keyboard.press('Escape');
};
