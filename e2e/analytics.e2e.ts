import { type Browser, expect, type Page } from '@playwright/test';
import { listOnServer, newAccount } from './support/account';
import { type CaptureServer, startCaptureServer } from './support/captureServer';
import { createList, descriptions, openList, shownItems, signIn } from './support/person';
import { DEMO, type Product, startProduct } from './support/product';
import { test } from './support/test';
import { buildVariant } from './support/variant';
import { watchOffences } from './support/watchOffences';

let capture: CaptureServer;
let product: Product;

test.beforeAll(async () => {
  capture = await startCaptureServer();
  const dist = buildVariant('analytics', { VITE_POSTHOG_KEY: 'phc_key', VITE_POSTHOG_HOST: capture.origin });
  product = await startProduct({ CSP_CONNECT: capture.origin }, dist);
});
test.afterAll(async () => {
  await product.dispose();
  await capture.close();
});

/** The library sends nothing from a browser that a program controls. So this context looks like a person's browser. */
const personsBrowser = async (browser: Browser, options: { readonly refuses?: boolean } = {}) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined });
  });
  if (options.refuses) {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' });
    });
  }
  return context;
};

const eventsNamed = (event: string) => capture.events.filter((captured) => captured.event === event);
const expectEvent = (event: string) =>
  expect.poll(() => eventsNamed(event).length, { timeout: 20_000, message: event });

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

const SECRET = 'tajny-tekst';

test('every usage event and call of the specification is sent, without text but the pasted one', async ({
  browser,
}) => {
  const context = await personsBrowser(browser);
  const offences = await watchOffences(context);
  const page = await context.newPage();
  await page.goto(`${product.origin}/lists?share_text=${SECRET}-udost&utm_source=x`);
  await page.getByLabel('E-mail').fill(DEMO.email);
  await page.getByLabel('Hasło', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Zaloguj się' }).click();
  await page.getByRole('dialog', { name: 'Dodaj do listy' }).getByRole('button', { name: 'Anuluj' }).click();

  await createList(page, `${SECRET} lista`, 'Pizza');
  await openList(page, `${SECRET} lista`);
  await page.keyboard.type(`${SECRET} mleko`);
  await expectEvent('List item updated').toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(page, '- chleb\n- masło\n- ser');
  await expectEvent('Multi-line paste').toBe(1);
  await page.getByRole('checkbox', { name: /chleb/ }).click();
  await expectEvent('List item updated').toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Usuń produkt: masło' }).click();

  // Another device, over the API.
  const { jwt } = (await product.call('POST', '/auth/local', {
    body: { identifier: DEMO.email, password: DEMO.password },
  })) as { jwt: string };
  const { data } = (await product.call('GET', '/lists', { jwt })) as { data: { uuid: string; documentId: string }[] };
  const first = data[0];
  if (!first) throw new Error('no list');
  await product.call('PUT', `/lists/${first.documentId}`, { jwt, body: { data: { name: 'inna' } } });
  const item = { uuid: crypto.randomUUID(), list: first.uuid, description: SECRET, quantity: '', done: false };
  await product.call('POST', '/list-items', { jwt, body: { data: item } });
  await expectEvent('List update event received').toBeGreaterThan(0);
  await expectEvent('List item update event received').toBeGreaterThan(0);

  const menu = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'Opcje listy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: entry }).click();
  };
  await menu('Edytuj');
  await page.getByLabel('Nazwa listy').fill(`${SECRET} druga`);
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await menu('Wyczyść listę');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Wyczyść' }).click();
  await menu('Usuń');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  for (const event of ['List added', 'List updated', 'List cleared', 'List deleted']) await expectEvent(event).toBe(1);
  for (const event of ['List item added', 'List item deleted']) await expectEvent(event).toBeGreaterThan(0);

  expect([...capture.calls].sort()).toEqual([
    'early access',
    'event capture',
    'flags v2',
    'remote config',
    'surveys',
    'web experiments',
  ]);
  expect(eventsNamed('Multi-line paste')[0]?.properties).toMatchObject({
    user_content: '- chleb\n- masło\n- ser',
    count: 3,
  });
  expect(eventsNamed('$identify')).toHaveLength(1);
  expect(eventsNamed('List deleted')[0]?.properties.distinct_id).toBe(
    eventsNamed('$identify')[0]?.properties.distinct_id,
  );
  const names = new Set(capture.events.map(({ event }) => event));
  expect(
    [...names].filter((name) => /autocapture|pageview|pageleave|snapshot|exception|web_vitals/.test(name)),
  ).toEqual([]);
  expect(capture.bodies.filter((body) => body.includes(SECRET) || body.includes('share_text'))).toEqual([]);
  expect(offences).toEqual({ violations: [], errors: [] });

  await page.goto(`${product.origin}/logs`);
  await page.getByRole('switch', { name: 'Wysyłaj statystyki użycia' }).uncheck();
  await page.waitForTimeout(4000);
  const before = capture.requests;
  await page.goto(`${product.origin}/lists`);
  await createList(page, 'nieme', 'Dom');
  await page.waitForTimeout(5000);
  expect(capture.requests).toBe(before);

  // A later visit, where it is switched on again.
  const later = await context.newPage();
  await page.close();
  await later.goto(`${product.origin}/logs`);
  await later.getByRole('switch', { name: 'Wysyłaj statystyki użycia' }).check();
  await later.goto(`${product.origin}/lists`);
  const added = eventsNamed('List added').length;
  await createList(later, 'znowu głośne', 'Dom');
  await expectEvent('List added').toBe(added + 1);
  await context.close();
});

test('rows that appear by themselves or by undo are no usage event', async ({ browser }) => {
  const context = await personsBrowser(browser);
  const page = await context.newPage();
  await signIn(page, product.origin);
  await createList(page, 'liczona', 'Dom');
  const names = ['List item added', 'List item deleted', 'List cleared', 'List deleted'];
  const before = names.map((event) => eventsNamed(event).length);
  await openList(page, 'liczona');
  await paste(page, 'a\nb\nc\nd\ne\nf');
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wyczyść listę' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Wyczyść' }).click();
  await page.getByRole('button', { name: 'Cofnij' }).click();
  // The blank row that came while the list was empty may still stand beside them.
  await expect.poll(async () => (await shownItems(page)).filter(Boolean)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  // The event of the last act is sent last, so all others have arrived by then.
  await expectEvent('List deleted').toBe((before[3] ?? 0) + 1);
  const since = names.map((event, index) => eventsNamed(event).length - (before[index] ?? 0));
  // Added by the paste alone, which is one event.
  expect(since).toEqual([1, 0, 1, 1]);
  await context.close();
});

test('a recorded session holds no text that a person wrote, and no picture of an invitation', async ({ browser }) => {
  const recorder = await startCaptureServer();
  recorder.isRecording = true;
  const settings = { VITE_POSTHOG_KEY: 'phc_key', VITE_POSTHOG_HOST: recorder.origin, VITE_POSTHOG_RECORDING: 'on' };
  const recorded = await startProduct({ CSP_CONNECT: recorder.origin }, buildVariant('recorded', settings));
  const account = await newAccount(recorded, 'recorded');
  await recorded.call('PUT', '/users/me', { jwt: account.jwt, body: { name: SECRET } });
  await listOnServer(recorded, account, SECRET, [`${SECRET} mleko`]);
  const context = await personsBrowser(browser);
  const page = await context.newPage();
  await signIn(page, recorded.origin, account);
  await openList(page, SECRET);
  await page.getByRole('button', { name: 'Opcje listy' }).click();
  await page.getByRole('button', { name: 'Udostępnij' }).click();
  await page.getByRole('button', { name: 'Zaproś' }).click();
  const picture = page.getByRole('img', { name: 'Kod QR z zaproszeniem' }).locator('path');
  const drawn = (await picture.getAttribute('d')) ?? '';
  const recordings = () => recorder.bodies.filter((body) => body.includes('$snapshot'));
  // The dialog is the newest thing on the page, so all before it has arrived too.
  await expect.poll(() => recordings().some((body) => body.includes('"readonly"'))).toBe(true);
  const told = [SECRET, drawn].filter((text) => recordings().some((body) => body.includes(text)));
  expect(told).toEqual([]);
  await context.close();
  await recorded.dispose();
  await recorder.close();
});

test('given Do Not Track, then nothing is sent and no switch is shown', async ({ browser }) => {
  const before = capture.requests;
  const context = await personsBrowser(browser, { refuses: true });
  const page = await context.newPage();
  await signIn(page, product.origin);
  await createList(page, 'cicho', 'Dom');
  await page.getByRole('link', { name: 'Logi' }).click();
  await expect(page.getByRole('switch', { name: 'Wysyłaj statystyki użycia' })).toBeDisabled();
  await page.waitForTimeout(4000);
  expect(capture.requests).toBe(before);
  await context.close();
});

const troubles: readonly [string, CaptureServer['trouble']][] = [
  ['answers 500', { status: 500, body: { message: 'broken' } }],
  ['answers 400', { status: 400, body: 'bad' }],
  [
    'has no quota left',
    { status: 200, body: { quota_limited: ['events', 'feature_flags'], quotaLimited: ['feature_flags'] } },
  ],
];
for (const [what, trouble] of troubles) {
  test(`an analytics provider that ${what} does not affect the app`, async ({ browser }) => {
    capture.trouble = trouble;
    const context = await personsBrowser(browser);
    const offences = await watchOffences(context);
    const page = await context.newPage();
    const troubled = page.waitForResponse((response) => response.url().startsWith(capture.origin));
    await signIn(page, product.origin);
    await createList(page, `mimo to, ${what}`, 'Dom');
    await openList(page, `mimo to, ${what}`);
    await troubled;
    await page.keyboard.type('mleko');
    await expect(descriptions(page).first()).toHaveValue('mleko');
    await expect(page.getByText('Wszystko zapisane')).toBeVisible();
    expect(offences).toEqual({ violations: [], errors: [] });
    await context.close();
    capture.trouble = null;
  });
}

test('a blocked analytics provider or library does not affect the app', async ({ browser }) => {
  const blockedOnes = {
    dostawca: (url: URL) => url.origin === capture.origin,
    biblioteka: (url: URL) => url.pathname.includes('/assets/analyticsProvider-'),
  };
  for (const [name, blocked] of Object.entries(blockedOnes)) {
    const context = await personsBrowser(browser);
    const offences = await watchOffences(context);
    await context.route(blocked, (route) => route.abort('blockedbyclient'));
    const page = await context.newPage();
    const failed = page.waitForEvent('requestfailed', (request) => blocked(new URL(request.url())));
    await signIn(page, product.origin);
    await failed;
    await createList(page, name, 'Dom');
    await expect(page.getByText('Wszystko zapisane')).toBeVisible();
    expect(offences).toEqual({ violations: [], errors: [] });
    await context.close();
  }
});
