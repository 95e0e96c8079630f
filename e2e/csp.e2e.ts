import { expect } from '@playwright/test';
import { allSaved, createList, descriptions, openList, signIn } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { watchOffences } from './support/watchOffences';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

test('the policy forbids inline scripts and eval, and the page has none', async () => {
  const answer = await fetch(`${product.origin}/lists`, { headers: { Accept: 'text/html' } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  const scripts = policy.split(';').find((directive) => directive.trim().startsWith('script-src'));
  expect(scripts?.trim()).toBe("script-src 'self'");
  const html = await answer.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/\son\w+=/);
});

test('a full run has no violation of the policy and no error', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const offences = await watchOffences(context);
  const page = await context.newPage();
  await signIn(page, product.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await createList(page, 'Polityka', 'Pizza');
  await openList(page, 'Polityka');
  await page.keyboard.type('mleko');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2 l');
  await page.getByRole('checkbox', { name: 'Kupione: mleko' }).click();
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edytuj' }).click();
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await allSaved(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Polityka' })).toBeVisible();
  await page.goto(`${product.origin}/lists?share_text=chleb`);
  await page.getByRole('dialog', { name: 'Dodaj do listy' }).getByRole('button', { name: 'Polityka' }).click();
  await expect.poll(() => descriptions(page).count()).toBeGreaterThan(0);
  await page.goto(`${product.origin}/lists`);
  await page.getByRole('button', { name: 'Pokaż błąd' }).click();
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Logi' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(1000);
  expect(offences).toEqual({ violations: [], errors: [] });
  await context.close();
});
