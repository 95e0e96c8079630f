import { expect, type Request } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { allSaved, descriptions, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

for (const status of [404, 405]) {
  test(`given a provider whose stream answers ${status}, when another device writes, then an open page shows it after half a minute`, async ({
    browser,
  }) => {
    const account = await newAccount(product, `streamless${status}`);
    const list = await listOnServer(product, account, 'Zakupy', ['mleko']);
    const context = await browser.newContext({
      locale: 'pl-PL',
      serviceWorkers: 'block',
      storageState: {
        cookies: [],
        origins: [{ origin: product.origin, localStorage: [{ name: 'token', value: account.jwt }] }],
      },
    });
    await context.route('**/lists/all/sse', (route) => route.fulfill({ status, body: '' }));
    const page = await context.newPage();
    const unanswered = new Set<Request>();
    page.on('request', (request) => unanswered.add(request));
    page.on('requestfinished', (request) => unanswered.delete(request));
    page.on('requestfailed', (request) => unanswered.delete(request));
    await page.clock.install();
    await page.goto(`${product.origin}/lists/${list}`);
    await expect(descriptions(page).first()).toHaveValue('mleko');
    await allSaved(page);
    // From here on no timer fires, and nobody asks any more. A round that still ran would bring the new item at once.
    await page.clock.pauseAt(Date.now() + 10_000);
    await expect.poll(() => unanswered.size).toBe(0);
    const data = { uuid: crypto.randomUUID(), list, description: 'chleb', quantity: '', done: false };
    await product.call('POST', '/list-items', { jwt: account.jwt, body: { data } });
    expect(await shownItems(page)).toEqual(['mleko']);
    await page.clock.runFor(32_000);
    await expect.poll(() => shownItems(page)).toEqual(['mleko', 'chleb']);
    await context.close();
  });
}
