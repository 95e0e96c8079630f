import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Account } from './account';
import type { Product } from './product';

/** The two sizes the main tasks are done at: a small phone under a thumb, and a laptop. */
export const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true } as const;
export const DESK = { viewport: { width: 1280, height: 800 } } as const;
export const VIEWPORTS = [
  ['360x800 with touch', PHONE],
  ['1280x800', DESK],
] as const;

/** A page of a browser of its own, signed in, in the language asked for. */
export const openAt = async (
  browser: Browser,
  { origin }: Product,
  account: Account | null,
  options: BrowserContextOptions,
  { path = '/lists', language = 'pl' }: { path?: string; language?: 'pl' | 'en' } = {},
): Promise<Page> => {
  const localStorage = [
    { name: 'language', value: language },
    ...(account ? [{ name: 'token', value: account.jwt }] : []),
  ];
  const context = await browser.newContext({
    locale: 'pl-PL',
    ...options,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(origin + path);
  return page;
};
