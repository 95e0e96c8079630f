import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { type Account, listOnServer, rowsOf } from './account';
import type { Product } from './product';
import { openAt } from './viewports';

type Language = 'pl' | 'en';
/** Called on every screen and state, one after the other, when it stands still. */
export type Look = (page: Page, state: string) => Promise<void>;

type Words = { readonly [key: string]: string | Words };

const readWords = (name: string): Words => {
  const file = resolve(import.meta.dirname, `../../src/locales/${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Words) : {};
};

const textIn = (words: Words, key: string): string | Words | undefined =>
  key.split('.').reduce<string | Words | undefined>((at, part) => (at as Words | undefined)?.[part], words);

/** The texts of a language by their keys, so that one walk serves both. */
const textsOf = (language: Language) => {
  // Polish has a second file, which may have some of the same groups.
  const files = [language, `${language}.layers`].map(readWords);
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const found = files.map((words) => textIn(words, key)).find((text) => typeof text === 'string');
    if (typeof found !== 'string') throw new Error(`no text for ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
};

const LONG = 'Bardzo długa nazwa listy, która nie mieści się w jednym wierszu i musi się gdzieś złamać';

const REMOVED = 'Ciasto';

/** What the walk needs on the server. */
export const furnishEveryScreen = async (product: Product, account: Account): Promise<void> => {
  await listOnServer(product, account, 'Obiad', ['ryż', 'ser żółty w plastrach, ten z niebieską etykietą, nie light']);
  await listOnServer(product, account, LONG, []);
  await listOnServer(product, account, 'Śniadanie', ['Mleko', 'Masło']);
  await listOnServer(product, account, REMOVED, ['mąka']);
  const removed = (await rowsOf(product, account, 'lists')).find(({ name }) => name === REMOVED);
  await product.call('DELETE', `/lists/${removed?.documentId}`, { jwt: account.jwt });
};

/** A row that moves is held at its old place for two frames; its animation starts only then. */
const STILL_FRAMES = 3;

/** Waits until nothing has moved for some frames, and all fonts are loaded. */
export const standsStill = (page: Page): Promise<void> =>
  page.evaluate(async (stillFrames) => {
    await document.fonts.ready;
    const moves = ({ effect, playState }: Animation): boolean =>
      playState !== 'finished' && effect?.getTiming().iterations !== Infinity;
    for (let still = 0; still < stillFrames; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = document.getAnimations().filter(moves);
      if (moving.length > 0) still = -1;
      await Promise.all(moving.map((animation) => animation.finished.catch(() => null)));
    }
  }, STILL_FRAMES);

interface Walk {
  readonly browser: Browser;
  readonly product: Product;
  readonly account: Account;
  readonly options: BrowserContextOptions;
  readonly language: Language;
}

/** Walks through every screen, dialog, menu, popover and snackbar, and lets `look` look at each. */
export const walkEveryScreen = async (
  { browser, product, account, options, language }: Walk,
  look: Look,
): Promise<void> => {
  const t = textsOf(language);
  const seen = async (page: Page, state: string, sign: Locator): Promise<void> => {
    await expect(sign.first()).toBeVisible();
    await standsStill(page);
    await look(page, state);
  };
  const named = (page: Page, role: 'button' | 'dialog' | 'alertdialog' | 'link', name: string): Locator =>
    page.getByRole(role, { name, exact: true });

  const guest = await openAt(browser, product, null, options, { language, path: '/guest' });
  await seen(guest, 'guest', guest.getByRole('heading', { name: t('guest.title') }));
  await named(guest, 'button', t('guest.submit')).click();
  await seen(guest, 'guest, refused', guest.locator('[aria-invalid=true]'));
  await named(guest, 'button', t('guest.register')).click();
  await seen(guest, 'sign-up', named(guest, 'button', t('signUp.submit')));
  await named(guest, 'button', t('signUp.submit')).click();
  await seen(guest, 'sign-up, refused', guest.getByText(t('signUp.emailInvalid')));
  await guest.goto(`${product.origin}/logs`);
  await seen(guest, 'logs of a guest', guest.getByRole('heading', { name: t('logs.title') }));
  await guest.goto(`${product.origin}/guest#reset=a-code`);
  await seen(guest, 'a new password', guest.getByRole('heading', { name: t('reset.title') }));
  await guest.context().close();

  const page = await openAt(browser, product, account, options, { language });
  const card = (name: string): Locator => page.getByRole('link', { name: new RegExp(`^${name},`) });
  await seen(page, 'lists', card('Obiad'));
  await named(page, 'button', t('lists.more', { name: 'Obiad' })).click();
  await seen(page, 'list menu', named(page, 'dialog', 'Obiad'));
  await named(page, 'button', t('menu.clear')).click();
  await seen(page, 'clear?', named(page, 'alertdialog', t('confirm.clear')));
  await named(page, 'button', t('confirm.no')).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await named(page, 'button', t('lists.more', { name: 'Obiad' })).click();
  await named(page, 'button', t('menu.delete')).click();
  await seen(page, 'delete?', named(page, 'alertdialog', t('confirm.delete')));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('confirm.deleteYes') })
    .click();
  await seen(page, 'lists with undo', named(page, 'button', t('undo.action')));
  await named(page, 'button', t('undo.action')).click();
  await expect(card('Obiad')).toBeVisible();
  await named(page, 'button', t('lists.more', { name: 'Obiad' })).click();
  await named(page, 'button', t('menu.share')).click();
  const sheet = named(page, 'dialog', t('sharing.title', { name: 'Obiad' }));
  await seen(page, 'who has a list', sheet.getByRole('list', { name: t('sharing.members') }));
  await sheet.getByPlaceholder(t('sharing.namePlaceholder')).fill('Ola');
  await named(page, 'button', t('sharing.saveName')).click();
  await named(page, 'button', t('sharing.invite')).click();
  await seen(page, 'invitation', page.getByRole('img', { name: t('sharing.qr') }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await named(page, 'button', t('tabs.addListTitle')).first().click();
  await seen(page, 'new list', named(page, 'dialog', t('dialog.addTitle')));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await card(LONG).click();
  await seen(page, 'empty list', page.getByRole('textbox', { name: t('item.field', { index: 1, total: 1 }) }));
  await named(page, 'button', t('list.menu')).click();
  await seen(page, 'list menu, long name', named(page, 'dialog', LONG));
  await named(page, 'button', t('menu.edit')).click();
  await seen(page, 'edit list', named(page, 'dialog', t('dialog.editTitle')));
  await named(page, 'button', t('dialog.cancel')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await named(page, 'button', t('list.back')).click();

  await card('Obiad').click();
  const tick = page.getByRole('checkbox', { name: t('item.check', { name: 'ryż' }) });
  await tick.click();
  await seen(page, 'list', named(page, 'button', t('list.purchased', { count: 1 })));
  await named(page, 'button', t('list.addLabel')).click();
  await seen(page, 'list, typing', page.locator('[data-focused]'));
  await page.keyboard.type('m');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await seen(page, 'suggestions', page.locator('[aria-activedescendant]'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Shift+F10');
  await seen(page, 'row menu', named(page, 'button', t('item.menuDelete')));
  await named(page, 'button', t('item.menuMove')).click();
  await seen(page, 'to which list?', named(page, 'dialog', t('item.moveTo')));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tick.click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('ControlOrMeta+a');
  await seen(page, 'selection', page.getByRole('group', { name: t('selection.label') }));
  await named(page, 'button', t('selection.move')).click();
  await seen(page, 'selection: to which list?', named(page, 'dialog', t('item.moveTo')));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: t('selection.label') })).toHaveCount(0);
  await tick.click();
  await named(page, 'button', t('item.delete', { name: 'ryż' })).focus();
  await page.keyboard.press('Enter');
  await seen(page, 'list with undo', named(page, 'button', t('undo.action')));
  await named(page, 'button', t('undo.action')).click();
  await named(page, 'button', t('list.back')).click();
  await expect(card('Obiad')).toBeVisible();

  await page.context().setOffline(true);
  await seen(page, 'lists, offline', named(page, 'button', t('errors.button')));
  await named(page, 'button', t('errors.button')).click();
  await seen(page, 'error popover', named(page, 'button', t('sync.now')));
  await page.keyboard.press('Escape');
  await card('Obiad').click();
  await seen(page, 'list, offline', page.getByText(t('sync.offline')).or(page.getByText(/Offline · \d/)));
  await named(page, 'button', t('list.back')).click();
  await page.context().setOffline(false);
  await expect(named(page, 'button', t('errors.button'))).toBeHidden();

  await page.route('**/api/list*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(`${product.origin}/lists`);
  await seen(page, 'lists, sync problem', named(page, 'button', t('errors.button')));
  await page.unroute('**/api/list*');
  await named(page, 'link', t('tabs.settings')).click();
  await seen(page, 'logs', page.getByRole('heading', { name: t('logs.title') }));
  for (const [button, state] of [
    ['account.changeName', 'change of the name'],
    ['account.changePassword', 'change of the password'],
    ['account.remove', 'deletion of the account'],
    ['removedLists.open', 'removed lists'],
  ] as const) {
    await named(page, 'button', t(button)).click();
    await seen(page, state, page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await named(page, 'button', t('logs.clear')).click();
  await look(page, 'logs, cleared');
  await page.context().close();
};
