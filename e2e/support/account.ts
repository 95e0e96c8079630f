import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { PASSWORD, type Product } from './product';

/** A person with an account. Sign-in is limited to a few tries a minute, so browsers get the token directly. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly jwt: string;
}

export const newAccount = async (product: Product, name: string): Promise<Account> => {
  const email = `${name}@example.com`;
  return { email, password: PASSWORD, jwt: await product.signUp(email) };
};

/** A browser of its own in which the account is signed in already. */
export const signedIn = (browser: Browser, { origin }: Product, { jwt }: Account): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'pl-PL',
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: jwt }] }] },
  });

/** Opens an address of the app, and waits until the worker that serves it without a network is in charge. */
export const visit = async (context: BrowserContext, { origin }: Product, path = '/lists'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(origin + path);
  await workerInCharge(page);
  return page;
};

export const workerInCharge = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

export interface ServerRow {
  readonly uuid: string;
  readonly documentId: string;
  readonly list?: string;
  readonly name?: string;
  readonly description?: string;
  readonly quantity?: string;
  readonly done?: boolean;
  readonly deletedAt: string | null;
}

/** All living rows of the account, as the server has them. */
export const rowsOf = async (
  product: Product,
  { jwt }: Account,
  collection: 'lists' | 'list-items',
): Promise<readonly ServerRow[]> => {
  const path = `/${collection}?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z&pagination[pageSize]=100`;
  const { data } = (await product.call('GET', path, { jwt })) as { data: readonly ServerRow[] };
  return data.filter((row) => !row.deletedAt);
};

const byText = (a: string, b: string): number => a.localeCompare(b);

/** The descriptions of all items on the server, sorted; one that is there twice shows twice. */
export const itemsOnServer = async (product: Product, account: Account): Promise<readonly string[]> =>
  (await rowsOf(product, account, 'list-items')).map(({ description }) => description ?? '').sort(byText);

/** Waits until the server holds exactly these items. */
export const expectOnServer = (product: Product, account: Account, items: readonly string[]): Promise<void> =>
  expect.poll(() => itemsOnServer(product, account), { timeout: 30_000 }).toEqual([...items].sort(byText));

/** Puts a list with items on the server, as another device of the account would. Resolves to its uuid. */
export const listOnServer = async (
  product: Product,
  { jwt }: Account,
  name: string,
  items: readonly string[],
): Promise<string> => {
  const list = crypto.randomUUID();
  await product.call('POST', '/lists', { jwt, body: { data: { uuid: list, name, icon: 'tomato' } } });
  for (const description of items) {
    const data = { uuid: newUuid(), list, description, quantity: '', done: false };
    await product.call('POST', '/list-items', { jwt, body: { data } });
  }
  return list;
};
