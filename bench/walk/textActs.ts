import type { Page } from '@playwright/test';
import { paste } from '../../e2e/support/person';
import { WAYS_OUT } from './faults';
import { takeBack } from './undo';
import type { Word } from './words';
import {
  type Act,
  button,
  type Device,
  fieldOf,
  invent,
  isOpen,
  listsOf,
  openList,
  openSomeList,
  pickWord,
  rowOf,
  seenWords,
  type Walk,
  windowOf,
} from './world';

/** What a person does with the keys: new rows, other texts, quantities, and what comes right after the last key. */

/** Whether the focus is in a row without text. Another window may have filled it meanwhile. */
const isInBlankRow = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement: field } = document;
    return field instanceof HTMLTextAreaElement && field.closest('[data-item]') !== null && field.value === '';
  });

/** The text of the description with the caret. */
const textAtCaret = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: field } = document;
    return field instanceof HTMLTextAreaElement ? field.value : '';
  });

/** Puts the caret into a new row. */
const beginRow = async (walk: Walk, device: Device, page: Page): Promise<boolean> => {
  await openSomeList(walk, device, page);
  await button(page, 'Dodaj produkt').click();
  return isInBlankRow(page);
};

const LETTERS = 'abcdefgh';
const someLetters = ({ random }: Device): string =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick([...LETTERS]) ?? 'a').join('');

/** A row that is removed, but still there while it is edited, may not keep what is typed into it. */
const noteWriter = (word: Word, device: string): void => {
  word.writers.add(device);
  if (word.removals > 0) word.writers.add('into a removed row');
};

/** Types behind what is there. */
const append = async (page: Page, word: Word, device: Device, letters: string): Promise<void> => {
  const before = await textAtCaret(page);
  if (!before.startsWith(word.name)) throw new Error('the caret is not in its row');
  noteWriter(word, device.name);
  word.texts.push(before + letters);
  await page.keyboard.type(letters);
};

/** What a person may do right after the last key, with the caret still in its field. */
const leave: Act = async (walk, device, at) => {
  if (device.random.chance(0.6)) await device.random.pick(WAYS_OUT)?.(walk, device, at);
};

export const type: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  if (!(await beginRow(walk, device, page))) return;
  await page.keyboard.type(invent(walk, device).name);
  await leave(walk, device, at);
};

/** Rows as fast as the keys: the next one with Shift+Enter, or over the quantity with two Enters. */
export const typeRows: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  if (!(await beginRow(walk, device, page))) return;
  const count = 2 + device.random.below(3);
  for (let row = 0; row < count; row += 1) {
    const word = invent(walk, device);
    await page.keyboard.type(word.name);
    const hasQuantity = device.random.chance(0.4);
    if (hasQuantity) {
      await page.keyboard.press('Enter');
      word.quantities.push(`${row + 1}kg`);
      await page.keyboard.type(`${row + 1}kg`);
    }
    if (row + 1 === count) break;
    await page.keyboard.press(hasQuantity ? 'Enter' : 'Shift+Enter');
    if (!(await isInBlankRow(page))) return;
  }
  await leave(walk, device, at);
};

/** What each device has in its lists before a walk begins. */
export const pasteFirst: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  for (const list of listsOf(device)) {
    await openList(walk, page, list);
    await button(page, 'Dodaj produkt').click();
    await paste(page, Array.from({ length: 4 }, () => invent(walk, device).name).join('\n'));
  }
};

export const pasteRows: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  if (!(await beginRow(walk, device, page))) return;
  const words = Array.from({ length: 2 + device.random.below(5) }, () => invent(walk, device));
  await paste(page, words.map(({ name }) => `- ${name}`).join('\n'));
  if (device.random.chance(0.6)) return;
  for (const word of words) word.removals += 1;
  // The other way round than elsewhere: the undo is what takes the words away.
  await takeBack(walk, device, at, { told: `Dodano ${words.length} ` });
};

/** Puts the caret into a row that has text and is not bought. */
const enterSomeRow = async (walk: Walk, device: Device, at: number) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  const row = await pickWord(walk, device, page, 1, isOpen);
  await fieldOf(page, row).click();
  return { page, row };
};

/** Appends letters to a row. */
export const edit: Act = async (walk, device, at) => {
  const { page, row } = await enterSomeRow(walk, device, at);
  await page.keyboard.press('Control+End');
  await append(page, row.word, device, someLetters(device));
  await leave(walk, device, at);
};

/** Types, and takes the typing back with the browser's own undo. What the field then shows counts. */
export const undoTyping: Act = async (walk, device, at) => {
  const { page, row } = await enterSomeRow(walk, device, at);
  const { word } = row;
  await page.keyboard.press('Control+End');
  await append(page, word, device, someLetters(device));
  await page.keyboard.press('Control+z');
  const after = await textAtCaret(page);
  if (after.startsWith(word.name)) word.texts.push(after);
  else word.removals += 1;
};

export const quantity: Act = async (walk, device, at) => {
  const { page, row } = await enterSomeRow(walk, device, at);
  await rowOf(page, row).locator('input.quantity').click();
  await page.keyboard.press('Control+a');
  const text = `${1 + device.random.below(99)}kg`;
  noteWriter(row.word, device.name);
  row.word.quantities.push(text);
  await page.keyboard.type(text);
  await leave(walk, device, at);
};

/** Neither Enter within a text nor Backspace at its start splits, joins or changes anything. */
export const keysWithin: Act = async (walk, device, at) => {
  const { page } = await enterSomeRow(walk, device, at);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Backspace');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press(device.random.chance(0.5) ? 'Enter' : 'Shift+Enter');
};

/** Deletes all of a text, and with one more Backspace the row. */
export const emptyRow: Act = async (walk, device, at) => {
  const { page, row } = await enterSomeRow(walk, device, at);
  row.word.removals += 1;
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
};

/** In the middle of a word: types on in the other window of the same browser, and then here again. */
export const typeInBoth: Act = async (walk, device, at) => {
  if (device.windows.length < 2) return edit(walk, device, at);
  const [here, there] = [windowOf(device, at), windowOf(device, 1 - at)];
  const list = await openSomeList(walk, device, here);
  const row = await pickWord(walk, device, here, 1, isOpen);
  await openList(walk, there, list);
  await here.bringToFront();
  await fieldOf(here, row).click();
  await here.keyboard.press('Control+End');
  await append(here, row.word, device, someLetters(device));
  await there.bringToFront();
  const same = (await seenWords(walk, there)).find(({ word }) => word === row.word);
  if (!same || same.isBought) return;
  await fieldOf(there, same).click();
  await there.keyboard.press('Control+End');
  await append(there, row.word, device, someLetters(device));
  await here.bringToFront();
  await append(here, row.word, device, someLetters(device));
};
