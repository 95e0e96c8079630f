import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Random, seededRandom } from '../__tests__/support/simulationRandom';
import { type Account, listOnServer, newAccount, rowsOf, type ServerRow, workerInCharge } from '../e2e/support/account';
import { type FaultyProxy, startFaultyProxy } from '../e2e/support/faultyProxy';
import { type KillableBrowser, newProfile, type Profile } from '../e2e/support/killableBrowser';
import { paste, shownItems } from '../e2e/support/person';
import { type Product, startProduct } from '../e2e/support/product';
import { BUILDS, rounded } from './builds';

/**
 * Random walks in real Chromium: two people share a list, in four windows of three browsers. They add, paste, tick, reload,
 * close windows, go to Logs, lose the network and sign out; browsers and the server are killed, the worker is stopped,
 * requests are refused and answers lost. At the end all faults end, and each typed word must be in exactly one row of the
 * server, and on each screen. `npm run bench -- walk`; a walk takes minutes, so it runs only when it is named.
 */
const WALKS = Number(process.env.BENCH_WALKS ?? 3);
const ACTS = Number(process.env.BENCH_ACTS ?? 150);
const SEED = Number(process.env.BENCH_SEED ?? Date.now() % 1_000_000);

/** The chance that a request is refused, and that an answer is lost, while the wire is bad. */
const FAULT = 0.15;
/** A kill in the first moments after a key may cost its letter (`kill.ts`). */
const STORED_MS = 150;

/** In the status line, once everything is on the server; the longest wait for it after all faults have ended. */
const SAVED = '[data-unsent="0"]:has-text("Wszystko zapisane")';
const HEALED_MS = 120_000;

/** The longest wait for a screen. An act may find that the act before has changed it. */
const ACT_MS = 5000;

/** One browser of one person, with its windows. */
interface Device {
  readonly name: string;
  readonly account: Account;
  readonly profile: Profile;
  browser: KillableBrowser;
  readonly windows: Page[];
}

interface Walk {
  readonly random: Random;
  readonly product: Product;
  readonly proxy: FaultyProxy;
  readonly listId: string;
  /** All words that were typed or pasted. */
  readonly words: string[];
  /** What was done, for a walk that ends wrong. */
  readonly acts: string[];
  isWireBad: boolean;
}

const openWindow = async ({ proxy }: Walk, { browser }: Device, path: string): Promise<Page> => {
  const page = await browser.context.newPage();
  page.setDefaultTimeout(ACT_MS);
  await page.goto(proxy.origin + path);
  return page;
};

const launch = async (walk: Walk, name: string, account: Account, windows: number): Promise<Device> => {
  const profile = newProfile();
  const device: Device = { name, account, profile, browser: await profile.launch(), windows: [] };
  const page = await openWindow(walk, device, '/');
  await page.evaluate((token) => localStorage.setItem('token', token), account.jwt);
  await page.reload();
  await workerInCharge(page);
  device.windows.push(page);
  while (device.windows.length < windows) device.windows.push(await openWindow(walk, device, '/lists'));
  return device;
};

const newWord = ({ words }: Walk, { name }: Device): string => {
  const word = `${name}x${words.length}q`;
  words.push(word);
  return word;
};

/** Whether the focus is in a row without text. Another window may have filled it meanwhile. */
const isInBlankRow = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement: field } = document;
    return field instanceof HTMLTextAreaElement && field.closest('[data-item]') !== null && field.value === '';
  });

/** Opens the shared list and puts the caret into a new row. */
const beginRow = async ({ listId, proxy }: Walk, page: Page): Promise<boolean> => {
  if (!page.url().endsWith(listId)) await page.goto(`${proxy.origin}/lists/${listId}`);
  await page.getByRole('button', { name: 'Dodaj produkt' }).click();
  return isInBlankRow(page);
};

type Act = (walk: Walk, device: Device, at: number) => Promise<void>;

const reopen: Act = async (walk, device, at) => {
  const page = device.windows[at];
  if (!page) return;
  const { pathname } = new URL(page.url());
  await page.close();
  device.windows[at] = await openWindow(walk, device, pathname);
};

const killBrowser: Act = async (walk, device) => {
  const paths = device.windows.map((page) => new URL(page.url()).pathname);
  await wait(STORED_MS);
  await device.browser.kill();
  device.browser = await device.profile.launch();
  for (const [at, path] of paths.entries()) device.windows[at] = await openWindow(walk, device, path);
};

const reload: Act = async (_walk, { windows }, at) => void (await windows[at]?.reload());

const goTo =
  (path: string): Act =>
  async ({ proxy }, { windows }, at) =>
    void (await windows[at]?.goto(proxy.origin + path));

const type: Act = async (walk, device, at) => {
  const page = device.windows[at];
  if (!page || !(await beginRow(walk, page))) return;
  await page.keyboard.type(newWord(walk, device));
  const next = walk.random.pick<Act | null>([null, null, null, reload, reopen, killBrowser, goTo('/lists')]);
  await next?.(walk, device, at);
};

const pasteRows: Act = async (walk, device, at) => {
  const page = device.windows[at];
  if (!page || !(await beginRow(walk, page))) return;
  const lines = Array.from({ length: 2 + walk.random.below(5) }, () => `- ${newWord(walk, device)}`);
  await paste(page, lines.join('\n'));
};

const tick: Act = async ({ random }, { windows }, at) => {
  const boxes = windows[at]?.getByRole('checkbox');
  const count = (await boxes?.count()) ?? 0;
  if (boxes && count > 0) await boxes.nth(random.below(count)).click();
};

const lookAtLogs: Act = async (_walk, { windows }, at) =>
  void (await windows[at]?.getByRole('link', { name: 'Logi' }).click());

const setOffline =
  (isOffline: boolean): Act =>
  (_walk, { browser }) =>
    browser.context.setOffline(isOffline);

const killServer: Act = async ({ product, random }) => {
  await product.stop('SIGKILL');
  await wait(random.chance(0.5) ? 100 : 2500);
  await product.start();
};

const stopWorker: Act = async (_walk, { browser, windows }, at) => {
  const page = windows[at];
  if (!page) return;
  const session = await browser.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
};

/** A new session. Each time from another address, because tries are limited. */
const newToken = async ({ product, acts }: Walk, { email, password }: Account): Promise<string> => {
  const body = { identifier: email, password };
  const from = `198.51.100.${acts.length % 250}`;
  const { jwt } = (await product.call('POST', '/auth/local', { body, from })) as { readonly jwt: string };
  return jwt;
};

/** Signs in as the device's person, if nobody is signed in. */
const signIn = async (walk: Walk, { account, windows: [page] }: Device): Promise<void> => {
  if (!page || (await page.evaluate(() => localStorage.getItem('token')))) return;
  const jwt = await newToken(walk, account);
  await page.evaluate((token) => localStorage.setItem('token', token), jwt);
  await page.goto(`${walk.proxy.origin}/lists`);
};

/** Signs out on the screen, with changes unsent or not, and in again as the same person. */
const signOutAndIn: Act = async (walk, device, at) => {
  const page = device.windows[at];
  await page?.goto(`${walk.proxy.origin}/logs`);
  const signOut = page?.getByRole('button', { name: 'Wyloguj', exact: true });
  await signOut?.first().click();
  // The question comes only if something is unsent.
  await Promise.race([page?.waitForURL(/guest/), signOut?.nth(1).click()]).catch(() => undefined);
  await page?.waitForURL(/guest/);
  await signIn(walk, device);
};

const turnWire: Act = async (walk) => {
  walk.isWireBad = !walk.isWireBad;
};

/** The acts by name, with how often each happens. */
const ACT: Readonly<Record<string, readonly [weight: number, act: Act]>> = {
  type: [30, type],
  paste: [6, pasteRows],
  tick: [10, tick],
  lists: [4, goTo('/lists')],
  logs: [4, lookAtLogs],
  reload: [3, reload],
  reopen: [3, reopen],
  'kill the browser': [2, killBrowser],
  'stop the worker': [2, stopWorker],
  'kill the server': [2, killServer],
  offline: [3, setOffline(true)],
  online: [5, setOffline(false)],
  'the wire turns bad or good': [3, turnWire],
  'sign out and in': [1, signOutAndIn],
};

const NAMES = Object.entries(ACT).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));

/** An act may find its screen changed by the act before, and time out. That is no fault of the product. */
const takeAct = async (walk: Walk, devices: readonly Device[]): Promise<void> => {
  const { random, acts } = walk;
  const device = random.pick(devices);
  if (!device) return;
  const at = random.below(device.windows.length);
  const name = random.pick(NAMES) ?? '';
  acts.push(`${device.name}${at} ${name}`);
  await ACT[name]?.[1](walk, device, at).catch((error: unknown) => acts.push(`  ${String(error).split('\n')[0]}`));
};

/** Words that are in no row, or in more than one. */
const wrongWords = (words: readonly string[], texts: readonly string[]): readonly string[] =>
  words.filter((word) => texts.filter((text) => text === word).length !== 1);

/** Ends all faults. @returns what is wrong on the server and on the screens */
const endWalk = async (walk: Walk, devices: readonly Device[], owner: Account): Promise<readonly string[]> => {
  const { product, proxy, listId, words } = walk;
  walk.isWireBad = false;
  for (const { browser } of devices) await browser.context.setOffline(false);
  const windows = devices.flatMap((device) => device.windows.map((page, at) => ({ name: device.name + at, page })));
  for (const device of devices) await signIn(walk, device);
  for (const { page } of windows) await page.goto(`${proxy.origin}/lists/${listId}`);
  for (const { page } of windows) await page.locator(SAVED).waitFor({ timeout: HEALED_MS });
  // Without pages, which would end after a hundred rows.
  const path = '/list-items?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z';
  // The first session may have ended with a sign-out.
  const jwt = await newToken(walk, owner);
  const { data } = (await product.call('GET', path, { jwt })) as { data: readonly ServerRow[] };
  const items = data.filter(({ deletedAt }) => !deletedAt);
  const wrong = wrongWords(
    words,
    items.map(({ description }) => description ?? ''),
  ).map((word) => `server: ${word}`);
  const open = items.filter(({ done }) => !done).map(({ description }) => description ?? '');
  for (const { name, page } of windows) {
    const shown = await shownItems(page);
    const missing = open.filter((text) => text !== '' && !shown.includes(text));
    wrong.push(...missing.map((text) => `${name}: ${text}`));
  }
  return wrong;
};

const walkOnce = async (seed: number): Promise<{ words: number; wrong: readonly string[] }> => {
  const product = await startProduct({}, BUILDS[0]);
  const proxy = await startFaultyProxy(product.origin);
  const [ola, jan] = [await newAccount(product, 'ola'), await newAccount(product, 'jan')];
  const listId = await listOnServer(product, ola, 'Zakupy', ['mleko']);
  // Who shares a list has a name.
  for (const { jwt } of [ola, jan]) await product.call('PUT', '/users/me', { jwt, body: { name: 'Ktoś' } });
  const [list] = await rowsOf(product, ola, 'lists');
  const invite = await product.call('POST', `/lists/${list?.documentId}/invites`, { jwt: ola.jwt, body: {} });
  const { code } = (invite as { readonly data: { readonly code: string } }).data;
  await product.call('POST', '/invites/accept', { jwt: jan.jwt, body: { code } });
  const walk: Walk = {
    random: seededRandom(seed),
    product,
    proxy,
    listId,
    words: [],
    acts: [],
    isWireBad: false,
  };
  const bad = { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const orBad = (): typeof bad | null => (walk.isWireBad && walk.random.chance(FAULT) ? bad : null);
  proxy.answer = orBad;
  proxy.change = orBad;
  const devices: Device[] = [];
  try {
    for (const [name, account, windows] of [
      ['phone', ola, 1],
      ['desk', ola, 2],
      ['partner', jan, 1],
    ] as const)
      devices.push(await launch(walk, name, account, windows));
    for (let turn = 0; turn < ACTS; turn += 1) await takeAct(walk, devices);
    const wrong = await endWalk(walk, devices, ola);
    if (wrong.length > 0) process.stderr.write(`${walk.acts.join('\n')}\n${wrong.join('\n')}\n`);
    return { words: walk.words.length, wrong };
  } finally {
    for (const { profile } of devices) profile.dispose();
    await proxy.close();
    await product.dispose();
  }
};

const results: { name: string; words: number; wrong: number; ratio: number }[] = [];
for (let seed = SEED; seed < SEED + WALKS; seed += 1) {
  const { words, wrong } = await walkOnce(seed);
  process.stderr.write(`walk ${seed}: ${ACTS} acts, ${words} words, ${wrong.length} wrong\n`);
  const ratio = rounded(1 - wrong.length / words);
  results.push({ name: `typed words that are in one row, walk ${seed}`, words, wrong: wrong.length, ratio });
}
process.stdout.write(`${JSON.stringify({ bench: 'walk', results })}\n`);
