import type { Page } from '@playwright/test';
import { takeBack } from './undo';
import {
  type Act,
  button,
  type Device,
  fieldOf,
  isOpen,
  listsOf,
  openSomeList,
  pickWord,
  pickWords,
  rowOf,
  type SeenWord,
  seenWords,
  windowOf,
} from './world';

/** What a person does with rows: removes, moves, ticks and selects them, and takes it back. */

export const noteRemoved = (rows: readonly SeenWord[]): void => {
  for (const { word } of rows) word.removals += 1;
};

/** The rows of a removal that was taken back: made anew by this device. */
export const noteBack = (rows: readonly SeenWord[], device: Device): void => {
  for (const { word } of rows) {
    word.removals -= 1;
    word.makers.add(device.name);
  }
};

export const tick: Act = async (_walk, device, at) => {
  const page = windowOf(device, at);
  const boxes = page.getByRole('checkbox', { name: /^Kupione: / });
  const count = await boxes.count();
  if (count > 0) await boxes.nth(device.random.below(count)).click();
};

/** The ✕ shows in a bought row, in the row with the caret, and under a mouse. */
const removeByCross = async (page: Page, row: SeenWord): Promise<void> => {
  if (!row.isBought) await fieldOf(page, row).click();
  await rowOf(page, row).locator('.remove').click();
};

/** Removes one to three rows by their ✕. */
export const remove: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  const rows = await pickWords(walk, device, page, device.random.pick([1, 1, 2, 3]));
  for (const row of rows) {
    noteRemoved([row]);
    await removeByCross(page, row);
  }
  const [row] = rows;
  const told = rows.length === 1 ? `Usunięto: ${row?.text}` : `Usunięto ${rows.length} `;
  if (await takeBack(walk, device, at, { told, acts: rows.length })) noteBack(rows, device);
};

/** Opens the menu of a row by its key. */
const openMenu = async (page: Page, row: SeenWord): Promise<void> => {
  await fieldOf(page, row).click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('dialog').waitFor();
};

export const removeFromMenu: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  const row = await pickWord(walk, device, page, 1, isOpen);
  await openMenu(page, row);
  noteRemoved([row]);
  await button(page.getByRole('dialog'), 'Usuń produkt').click();
  if (await takeBack(walk, device, at, { told: `Usunięto: ${row.text}` })) noteBack([row], device);
};

/** Chooses the list in the sheet that asks for it. Only lists of the device, as it may delete only its own. */
const chooseList = async (device: Device, page: Page, from: string): Promise<void> => {
  const others = listsOf(device).filter((list) => list !== from);
  await button(page.getByRole('dialog'), new RegExp(`^${device.random.pick(others)}`)).click();
};

const noteTransfer = (rows: readonly SeenWord[], device: Device, kind: 'move' | 'copy'): void => {
  for (const { word } of rows) {
    if (kind === 'move') word.makers.add(device.name);
    else word.copies += 1;
  }
};

const TRANSFERS = {
  move: { entry: 'Przenieś na inną listę', act: 'Przenieś', told: 'Przeniesiono' },
  copy: { entry: 'Kopiuj na inną listę', act: 'Kopiuj', told: 'Skopiowano' },
} as const;

/** Moves or copies one row to another list, from its menu. The undo brings it back, so it is in one row either way. */
export const transfer =
  (kind: 'move' | 'copy'): Act =>
  async (walk, device, at) => {
    const page = windowOf(device, at);
    const list = await openSomeList(walk, device, page);
    const row = await pickWord(walk, device, page, 1, isOpen);
    await openMenu(page, row);
    const { entry, told } = TRANSFERS[kind];
    await button(page.getByRole('dialog'), entry).click();
    noteTransfer([row], device, kind);
    await chooseList(device, page, list);
    await takeBack(walk, device, at, { told: `${told} 1 ` });
  };

/** A finger that stays on a row selects it. */
const hold = async (page: Page, row: SeenWord): Promise<void> => {
  const target = rowOf(page, row).locator('.tick');
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to aim at');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  const bar = page.getByRole('group', { name: 'Zaznaczone produkty' });
  await bar.waitFor().finally(() => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }));
  await session.detach();
};

/** Selects several rows, by finger or with Ctrl, and removes, moves or copies them. */
export const selectRows: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  const list = await openSomeList(walk, device, page);
  const rows = await pickWords(walk, device, page, 1 + device.random.below(4));
  for (const [place, row] of rows.entries()) {
    if (place > 0) await rowOf(page, row).click();
    else if (page.viewportSize()?.width === 1280) await rowOf(page, row).click({ modifiers: ['Control'] });
    else await hold(page, row);
  }
  const bar = page.getByRole('group', { name: 'Zaznaczone produkty' });
  const kind = device.random.pick(['remove', 'remove', 'move', 'move', 'copy', 'end'] as const);
  if (kind === 'remove') {
    noteRemoved(rows);
    await button(bar, 'Usuń').click();
    if (await takeBack(walk, device, at, { told: `Usunięto ${rows.length} ` })) noteBack(rows, device);
  } else if (kind === 'move' || kind === 'copy') {
    const { act, told } = TRANSFERS[kind];
    await button(bar, act).click();
    noteTransfer(rows, device, kind);
    await chooseList(device, page, list);
    await takeBack(walk, device, at, { told: `${told} ${rows.length} ` });
  } else await button(bar, 'Odznacz').click();
};

/** Moves a row up or down by keys. Nothing is made anew, so nothing is looser for it. */
export const reorder: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  const row = await pickWord(walk, device, page, 1, isOpen);
  await fieldOf(page, row).click();
  const key = device.random.chance(0.6) ? 'Alt+ArrowUp' : 'Alt+ArrowDown';
  for (let step = 1 + device.random.below(4); step > 0; step -= 1) await page.keyboard.press(key);
  // At the end of its section it stays where it is, and no bar tells of it.
  await takeBack(walk, device, at, { told: `Przesunięto: ${row.text}` }).catch(() => undefined);
};

/** Drags a row by its handle with the mouse, which only the wide window has. */
export const drag: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  if (page.viewportSize()?.width !== 1280) return reorder(walk, device, at);
  await openSomeList(walk, device, page);
  const rows = await seenWords(walk, page);
  const [from, to] = [device.random.pick(rows), device.random.pick(rows)];
  if (!from || !to || from.isBought !== to.isBought) return;
  await rowOf(page, from).hover();
  await rowOf(page, from).locator('.handle').hover();
  await page.mouse.down();
  const box = await rowOf(page, to).boundingBox();
  if (box) await page.mouse.move(box.x + box.width - 30, box.y + box.height / 2, { steps: 10 });
  if (device.random.chance(0.2)) await page.keyboard.press('Escape');
  await page.mouse.up();
};

/** Removes all bought rows that this screen shows, of whomever they are. */
export const removeBought: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  const press = button(page, 'Usuń kupione').first();
  if (!(await press.isVisible())) return;
  const before = await seenWords(walk, page);
  const rows = before.filter(({ isBought }) => isBought);
  noteRemoved(before);
  await press.click();
  const after = new Set((await seenWords(walk, page)).map(({ word }) => word));
  // A tick of another device may have come in between, so what is gone counts, and what was bought.
  const kept = before.filter((row) => !rows.includes(row) && after.has(row.word));
  for (const { word } of kept) word.removals -= 1;
  const removed = before.filter((row) => !kept.includes(row));
  if (await takeBack(walk, device, at, { told: /^Usunięto \d+ / })) noteBack(removed, device);
};

/** Unticks all bought rows. */
export const untickAll: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  await openSomeList(walk, device, page);
  const press = button(page, 'Odznacz wszystkie').first();
  if (!(await press.isVisible())) return;
  await press.click();
  await takeBack(walk, device, at, { told: /^Odznaczono \d+ / });
};
