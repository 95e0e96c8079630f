import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Random } from '../../__tests__/support/simulationRandom';
import { type Account, workerInCharge } from '../../e2e/support/account';
import type { FaultyProxy } from '../../e2e/support/faultyProxy';
import { type KillableBrowser, newProfile, type Profile } from '../../e2e/support/killableBrowser';
import type { Product } from '../../e2e/support/product';
import { newWord, WORD, type Word } from './words';

/** The people of a walk, their browsers and windows, and what is on their screens. */

/** The longest wait for a screen. An act may find that the act before has changed it. */
const ACT_MS = 5000;
/** A page that begins may wait for its browser. */
const START_MS = 30_000;

/** One browser of one person, with its windows. */
export interface Device {
  readonly name: string;
  readonly random: Random;
  readonly account: Account;
  readonly profile: Profile;
  browser: KillableBrowser;
  readonly windows: Page[];
  /** The beginning of the name of a list that only this device changes. */
  readonly ownList: string;
  hasOwnList: boolean;
}

export interface Walk {
  readonly product: Product;
  readonly proxy: FaultyProxy;
  readonly devices: Device[];
  /** All words that were typed or pasted, by their names. */
  readonly words: Map<string, Word>;
  /** The names of the shared lists, as they were saved last, by their beginnings. */
  readonly listNames: Map<string, string>;
  /** What was done, for a walk that ends wrong. */
  readonly acts: string[];
  /** Errors that pages have thrown or logged. */
  readonly pageErrors: string[];
  isWireBad: boolean;
  isServerUp: boolean;
  /** Does something small in a window of the device, between an act and its undo. */
  meanwhile(device: Device): Promise<void>;
}

export type Act = (walk: Walk, device: Device, at: number) => Promise<void>;

/** The lists that everybody has, by the beginnings of their names. */
export const SHARED = ['Zakupy', 'Apteka'] as const;

/** Only the first window of the desk has room for two panes; all others are phones under a finger. */
const isWide = ({ name }: Device, at: number): boolean => name === 'desk' && at === 0;

const asPhone = async (session: CDPSession): Promise<void> => {
  const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  await session.send('Emulation.setDeviceMetricsOverride', size);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
};

/** The browser itself says that a request has failed. That is the bad wire, and no error of the page. */
const isOfWire = (text: string): boolean => /^Failed to load resource|net::ERR_/.test(text);

export const openWindow = async (walk: Walk, device: Device, at: number, path: string): Promise<Page> => {
  const page = await device.browser.context.newPage();
  page.setDefaultTimeout(ACT_MS);
  page.on('pageerror', (error) => walk.pageErrors.push(`${device.name}${at}: ${error.stack ?? error}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfWire(message.text()))
      walk.pageErrors.push(`${device.name}${at}: ${message.text()}`);
  });
  if (isWide(device, at)) await page.setViewportSize({ width: 1280, height: 800 });
  else await asPhone(await device.browser.context.newCDPSession(page));
  await page.goto(walk.proxy.origin + path, { timeout: START_MS });
  return page;
};

interface Newcomer {
  readonly name: string;
  readonly account: Account;
  readonly windows: number;
  readonly random: Random;
}

export const launch = async (walk: Walk, { name, account, windows, random }: Newcomer): Promise<void> => {
  const profile = newProfile();
  const browser = await profile.launch();
  const own = { ownList: `Lista-${name}`, hasOwnList: true };
  const device: Device = { name, random, account, profile, browser, windows: [], ...own };
  walk.devices.push(device);
  const page = await openWindow(walk, device, 0, '/');
  await page.evaluate((token) => localStorage.setItem('token', token), account.jwt);
  page.setDefaultTimeout(START_MS);
  await page.reload();
  await workerInCharge(page);
  page.setDefaultTimeout(ACT_MS);
  device.windows.push(page);
  while (device.windows.length < windows)
    device.windows.push(await openWindow(walk, device, device.windows.length, '/lists'));
};

/** A word that was never typed before. */
export const invent = ({ words }: Walk, { name: author }: Device): Word => {
  const word = newWord(`${author}x${words.size}q`, author);
  words.set(word.name, word);
  return word;
};

export const windowOf = ({ windows, name }: Device, at: number): Page => {
  const page = windows[at];
  if (!page) throw new Error(`${name} has no window ${at}`);
  return page;
};

/** One row on a screen. */
export interface SeenRow {
  readonly id: string;
  readonly text: string;
  readonly quantity: string;
  readonly isBought: boolean;
}

/** The rows on a screen, in their order. */
export const seenRows = (page: Page): Promise<readonly SeenRow[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-item]')].map((row) => ({
      id: row.dataset.item ?? '',
      text: row.querySelector('textarea')?.value ?? row.querySelector('.text')?.textContent ?? '',
      quantity:
        row.querySelector<HTMLInputElement>('input.quantity')?.value ??
        row.querySelector('span.quantity')?.textContent ??
        '',
      isBought: row.closest('[data-sheet=done]') !== null,
    })),
  );

export interface SeenWord extends SeenRow {
  readonly word: Word;
}

export const seenWords = async ({ words }: Walk, page: Page): Promise<readonly SeenWord[]> =>
  (await seenRows(page)).flatMap((row) => {
    const word = words.get(WORD.exec(row.text)?.[0] ?? '');
    return word ? [{ ...row, word }] : [];
  });

/** Rows on the screen to do something with: mostly of the device itself. Fails if there are none. */
export const pickWords = async (
  walk: Walk,
  device: Device,
  page: Page,
  count = 1,
  suits = (_row: SeenWord): boolean => true,
): Promise<readonly SeenWord[]> => {
  const rows = (await seenWords(walk, page)).filter(suits);
  const own = device.random.chance(0.9) ? rows.filter(({ word }) => word.author === device.name) : rows;
  const from = own.length > count ? device.random.below(own.length - count + 1) : 0;
  const picked = own.slice(from, from + count);
  if (picked.length === 0) throw new Error('no such row on the screen');
  return picked;
};

export const pickWord = async (...args: Parameters<typeof pickWords>): Promise<SeenWord> => {
  const [row] = await pickWords(...args);
  if (!row) throw new Error('no such row on the screen');
  return row;
};

export const isOpen = (row: SeenRow): boolean => !row.isBought;

export const rowOf = (page: Page, { id }: SeenRow): Locator => page.locator(`[data-item="${id}"]`);
export const fieldOf = (page: Page, row: SeenRow): Locator => rowOf(page, row).locator('textarea');

export const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

const heading = (page: Page, list: string): Locator =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${list}`) });

/** The lists that the device puts items into. */
export const listsOf = ({ ownList, hasOwnList }: Device): readonly string[] => [
  ...SHARED,
  ...(hasOwnList ? [ownList] : []),
];

/** The beginning of the name of the list that the window shows; undefined on other screens. */
export const listOn = async (device: Device, page: Page): Promise<string | undefined> => {
  for (const list of listsOf(device)) if (await heading(page, list).isVisible()) return list;
  return undefined;
};

/** Opens a list as a person does, from its card in the overview. */
export const openList = async (walk: Walk, page: Page, list: string): Promise<void> => {
  if (await heading(page, list).isVisible()) return;
  const card = page.getByRole('link', { name: new RegExp(`^${list}`) }).first();
  const back = button(page, 'Wróć do list');
  if (!(await card.isVisible())) {
    if (await back.isVisible()) await back.click();
    else await page.goto(`${walk.proxy.origin}/lists`);
  }
  await card.click();
  await heading(page, list).waitFor();
};

/** Goes to one of the device's lists, mostly the one that is open. */
export const openSomeList = async (walk: Walk, device: Device, page: Page): Promise<string> => {
  const here = await listOn(device, page);
  const list = (device.random.chance(0.7) && here) || device.random.pick(listsOf(device)) || SHARED[0];
  await openList(walk, page, list);
  return list;
};
