import type { Page } from '@playwright/test';
import { type Account, rowsOf, type ServerRow } from '../../e2e/support/account';
import { asItemId } from '../../src/contract/ids';
import { inPlaceOrder } from '../../src/domain/itemOrder';
import { newToken, signIn } from './faults';
import { wrongIn } from './words';
import { type Device, SHARED, seenRows, type Walk } from './world';

/** The end of a walk: all faults end, and server and screens must say the same, and keep the law of words. */

/**
 * In the status line, once nothing waits to be sent; the longest wait for it after all faults have ended. An edit that came
 * after another device had removed or moved its row is refused: it is only on Logs then, and the line says so.
 */
const SENT = '[data-unsent="0"]';
const SAVED = /Wszystko zapisane|nie przyjęto/;
const HEALED_MS = 120_000;
const SAME_MS = 10_000;

interface StoredItem extends ServerRow {
  readonly order?: string;
  readonly createdAt: string | null;
}

const itemsOf = async ({ product }: Walk, jwt: string): Promise<readonly StoredItem[]> => {
  // Without pages, which would end after a hundred rows.
  const path = '/list-items?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z';
  const { data } = (await product.call('GET', path, { jwt })) as { data: readonly StoredItem[] };
  return data.filter(({ deletedAt, description, quantity }) => !deletedAt && (description || quantity));
};

const lineOf = (text: string, quantity: string, isBought: boolean): string =>
  `${text}|${quantity}${isBought ? ' (bought)' : ''}`;

/** A list as every screen must show it. */
const linesOf = (items: readonly StoredItem[], list: string): readonly string[] => {
  const placed = items
    .filter((item) => item.list === list)
    .map((item) => ({ ...item, id: asItemId(item.uuid), order: item.order ?? '' }));
  const sorted = inPlaceOrder(placed);
  return [...sorted.filter(({ done }) => !done), ...sorted.filter(({ done }) => done)].map(
    ({ description = '', quantity = '', done = false }) => lineOf(description, quantity, done),
  );
};

const linesOn = async (page: Page): Promise<{ lines: readonly string[]; isTwice: boolean }> => {
  const rows = await seenRows(page);
  const filled = rows.filter(({ text, quantity }) => text || quantity);
  return {
    lines: filled.map(({ text, quantity, isBought }) => lineOf(text, quantity, isBought)),
    isTwice: new Set(rows.map(({ id }) => id)).size < rows.length,
  };
};

const readUntilSame = async (page: Page, expected: readonly string[]): Promise<readonly string[]> => {
  const end = Date.now() + SAME_MS;
  for (;;) {
    const { lines, isTwice } = await linesOn(page);
    if (isTwice) return ['a row is there twice', ...lines];
    if (lines.join('\n') === expected.join('\n') || Date.now() > end) return lines;
    await page.waitForTimeout(200);
  }
};

/** Waits until every window says that all is saved; fails with what the window says instead. */
const allSaved = async ({ devices }: Walk): Promise<void> => {
  for (const { name, windows } of devices)
    for (const [at, page] of windows.entries()) {
      const isSaved = page.locator(SENT).filter({ hasText: SAVED }).first().waitFor({ timeout: HEALED_MS });
      await isSaved.catch(async () => {
        const said = await page.locator('[data-unsent], [data-snackbar]').allTextContents();
        throw new Error(`${name}${at} is not saved, it says: ${said.join(' / ')}`);
      });
      const said = await page.locator(SENT).first().textContent();
      if (said?.includes('nie przyjęto')) process.stderr.write(`${name}${at} says: ${said}\n`);
    }
};

/** All windows, at rest and with everything sent. */
const settle = async (walk: Walk): Promise<void> => {
  const { devices, proxy } = walk;
  walk.isWireBad = false;
  for (const { browser } of devices) await browser.context.setOffline(false);
  for (const device of devices) await signIn(walk, device);
  for (const { windows } of devices) for (const page of windows) await page.goto(`${proxy.origin}/lists`);
  await allSaved(walk);
};

/** Each list of the walk in each window of a device, beside the same list on the server. */
const wrongScreens = async (
  walk: Walk,
  device: Device,
  jwt: string,
  items: readonly StoredItem[],
): Promise<string[]> => {
  const { product, proxy } = walk;
  const wrong: string[] = [];
  const names = [...SHARED, device.ownList];
  const lists = await rowsOf(product, { ...device.account, jwt }, 'lists');
  for (const { uuid, name = '' } of lists.filter((list) => names.some((begin) => list.name?.startsWith(begin)))) {
    const expected = linesOf(items, uuid);
    for (const [at, page] of device.windows.entries()) {
      await page.goto(`${proxy.origin}/lists/${uuid}`);
      const shown = await readUntilSame(page, expected);
      if (shown.join('\n') !== expected.join('\n'))
        wrong.push(`${device.name}${at} shows ${name}:\n    ${shown.join(', ')}\n    not ${expected.join(', ')}`);
    }
  }
  return wrong;
};

/** Ends all faults. @returns what is wrong on the server and on the screens */
export const judge = async (walk: Walk): Promise<readonly string[]> => {
  const { devices, product, words, listNames } = walk;
  await settle(walk);
  // The first sessions may have ended with a sign-out.
  const tokens = new Map<Account, string>();
  for (const { account } of devices) tokens.set(account, tokens.get(account) ?? (await newToken(walk, account)));
  const rows = new Map<string, StoredItem>();
  const names = new Set<string | undefined>();
  for (const [account, jwt] of tokens) {
    for (const item of await itemsOf(walk, jwt)) rows.set(item.uuid, item);
    for (const { name } of await rowsOf(product, { ...account, jwt }, 'lists')) names.add(name);
  }
  const items = [...rows.values()];
  const rowsWith = (name: string) => items.filter(({ description }) => description?.startsWith(name));
  const wrong = [...words.values()].flatMap((word) => wrongIn(word, rowsWith(word.name)) ?? []);
  for (const [list, name] of listNames) if (!names.has(name)) wrong.push(`${list} is not named ${name}`);
  for (const device of devices)
    wrong.push(...(await wrongScreens(walk, device, tokens.get(device.account) ?? '', items)));
  await allSaved(walk);
  return [...wrong, ...new Set(walk.pageErrors)];
};
