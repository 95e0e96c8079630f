import { setTimeout as wait } from 'node:timers/promises';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { listOnServer, newAccount, visit } from '../e2e/support/account';
import { newProfile, type Profile } from '../e2e/support/killableBrowser';
import { descriptions } from '../e2e/support/person';
import { type Product, startProduct } from '../e2e/support/product';
import { BUILDS } from './builds';

/**
 * How long after a key press a kill of the browser can still lose it. A word is typed into an item as fast as possible. Some
 * milliseconds after its last key all processes of the browser are killed (SIGKILL). A new browser on the same profile
 * shows what was stored. The time counts from when the page has dealt with the last key (so it may be on screen), or from when the
 * key was sent to the browser. `npm run bench -- kill`; it takes a quarter of an hour, so it runs only when it is named.
 */
const DELAYS_MS = (process.env.BENCH_DELAYS ?? '0,5,10,20,50').split(',').map(Number);
const KILLS = Number(process.env.BENCH_KILLS ?? 30);
const FIRST = 'mleko';
const WORD = 'abcde';
type From = 'dealt with' | 'sent';

/** Sends the key at once. Resolves when the page has handled it. */
const pressKey = (cdp: CDPSession, letter: string): Promise<unknown> =>
  cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter, unmodifiedText: letter });

const open = async (product: Product, profile: Profile, listId: string) => {
  const browser = await profile.launch();
  const page: Page = await browser.context.newPage();
  await page.goto(`${product.origin}/lists/${listId}`);
  const field = descriptions(page).first();
  await expect(field).toHaveValue(new RegExp(`^${FIRST}`));
  return { browser, page, field };
};

const signIn = async (product: Product, profile: Profile, jwt: string): Promise<void> => {
  const { context, close } = await profile.launch();
  const page = await context.newPage();
  await page.goto(`${product.origin}/`);
  await page.evaluate((token) => localStorage.setItem('token', token), jwt);
  await visit(context, product);
  await close();
};

const survivors = async (product: Product, from: From, delayMs: number) => {
  const profile = newProfile();
  const account = await newAccount(product, `kill-${from === 'sent' ? 's' : 'd'}-${delayMs}`);
  const listId = await listOnServer(product, account, 'Zakupy', [FIRST]);
  await signIn(product, profile, account.jwt);
  let survived = 0;
  const lost: number[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const { browser, page, field } = await open(product, profile, listId);
    const known = await field.inputValue();
    const cdp = await page.context().newCDPSession(page);
    await field.focus();
    await page.keyboard.press('End');
    for (const letter of WORD.slice(0, -1)) await pressKey(cdp, letter);
    const last = pressKey(cdp, WORD.slice(-1));
    // The answer to a key that was only sent may never come.
    last.catch(() => undefined);
    if (from === 'dealt with') await last;
    if (delayMs > 0) await wait(delayMs);
    await browser.kill();

    const after = await open(product, profile, listId);
    const found = await after.field.inputValue();
    if (found === known + WORD) survived += 1;
    else lost.push(known.length + WORD.length - found.length);
    if (!(known + WORD).startsWith(found)) throw new Error(`typed "${known + WORD}", and there is "${found}"`);
    await after.browser.close();
  }
  profile.dispose();
  return { survived, mostLost: Math.max(0, ...lost) };
};

const product = await startProduct({}, BUILDS[0]);
const results: { name: string; survived: number; mostLost: number; ratio: number }[] = [];
try {
  for (const from of ['dealt with', 'sent'] as const) {
    for (const delayMs of DELAYS_MS) {
      const { survived, mostLost } = await survivors(product, from, delayMs);
      const name = `a word whole after a kill ${delayMs} ms after its last key was ${from}`;
      process.stderr.write(`${name}: ${survived}/${KILLS}, at most ${mostLost} letters lost\n`);
      results.push({ name, survived, mostLost, ratio: survived / KILLS });
    }
  }
} finally {
  await product.dispose();
}
process.stdout.write(`${JSON.stringify({ bench: 'kill', results })}\n`);
