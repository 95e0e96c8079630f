import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Account } from '../../e2e/support/account';
import { type Act, button, type Device, openWindow, type Walk, windowOf } from './world';

/** What happens to windows, browsers, the server and the network, and the ways from screen to screen. */

/** A kill in the first moments after a key may cost its letter (`kill.ts`). */
const STORED_MS = 150;

export const reopen: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  const { pathname } = new URL(page.url());
  await page.close();
  device.windows[at] = await openWindow(walk, device, at, pathname);
};

export const killBrowser: Act = async (walk, device) => {
  const paths = device.windows.map((page) => new URL(page.url()).pathname);
  await wait(STORED_MS);
  await device.browser.kill();
  device.browser = await device.profile.launch();
  for (const [at, path] of paths.entries()) device.windows[at] = await openWindow(walk, device, at, path);
};

export const reload: Act = async (_walk, device, at) => void (await windowOf(device, at).reload());

export const goTo =
  (path: string): Act =>
  async ({ proxy }, device, at) =>
    void (await windowOf(device, at).goto(proxy.origin + path));

/** Back and forward of the browser, as fast as a thumb is. Playwright's own ways wait for a page that loads. */
export const backAndForward: Act = async (_walk, device, at) => {
  const page = windowOf(device, at);
  await page.evaluate(() => history.back());
  await wait(300);
  await page.evaluate(() => history.forward());
  await wait(300);
};

export const lookAtLogs: Act = async (walk, device, at) => {
  const link = windowOf(device, at).getByRole('link', { name: 'Logi' }).first();
  // A list on a phone has no link to them.
  if (await link.isVisible()) await link.click();
  else await goTo('/logs')(walk, device, at);
};

/** How a window may be left right after an act. */
export const WAYS_OUT: readonly Act[] = [reload, reopen, killBrowser, goTo('/lists'), backAndForward, lookAtLogs];

export const setOffline =
  (isOffline: boolean): Act =>
  (_walk, { browser }) =>
    browser.context.setOffline(isOffline);

export const killServer: Act = async (walk, { random }) => {
  if (!walk.isServerUp) return;
  walk.isServerUp = false;
  await walk.product.stop('SIGKILL');
  await wait(random.chance(0.5) ? 100 : 2500);
  await walk.product.start();
  walk.isServerUp = true;
};

export const stopWorker: Act = async (_walk, { browser, windows }, at) => {
  const page = windows[at];
  if (!page) return;
  const session = await browser.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
};

export const turnWire: Act = async (walk) => {
  walk.isWireBad = !walk.isWireBad;
};

/** Long enough for what was done to be sent. */
export const pause: Act = () => wait(2500);

/** A new session. Each time from another address, because tries are limited. */
export const newToken = async ({ product, acts }: Walk, { email, password }: Account): Promise<string> => {
  const body = { identifier: email, password };
  const from = `198.51.100.${acts.length % 250}`;
  const { jwt } = (await product.call('POST', '/auth/local', { body, from })) as { readonly jwt: string };
  return jwt;
};

/** Signs in as the device's person, if nobody is signed in. */
export const signIn = async (walk: Walk, { account, windows: [page] }: Device): Promise<void> => {
  if (!page || (await page.evaluate(() => localStorage.getItem('token')))) return;
  const jwt = await newToken(walk, account);
  await page.evaluate((token) => localStorage.setItem('token', token), jwt);
  await page.goto(`${walk.proxy.origin}/lists`);
};

const signOut = async (page: Page): Promise<void> => {
  const press = button(page, 'Wyloguj');
  await press.first().click();
  // The question comes only if something is unsent.
  await Promise.race([page.waitForURL(/guest/), press.nth(1).click()]).catch(() => undefined);
  await page.waitForURL(/guest/);
};

/** Signs out on the screen, with changes unsent or not, and in again as the same person. */
export const signOutAndIn: Act = async (walk, device, at) => {
  const page = windowOf(device, at);
  await page.goto(`${walk.proxy.origin}/logs`);
  await signOut(page).finally(() => signIn(walk, device));
};
