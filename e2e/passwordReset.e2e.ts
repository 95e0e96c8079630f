import { expect } from '@playwright/test';
import { listOnServer, newAccount, signedIn, visit } from './support/account';
import { type Mailbox, startMailbox } from './support/mailbox';
import { listCard } from './support/person';
import { freePort, type Product, startProduct } from './support/product';
import { test } from './support/test';

let mailbox: Mailbox;
let product: Product;
test.beforeEach(async () => {
  mailbox = await startMailbox();
  const port = await freePort();
  product = await startProduct({
    PORT: String(port),
    SMTP_URL: mailbox.smtpUrl,
    PUBLIC_URL: `http://localhost:${port}`,
  });
});
test.afterEach(async () => {
  await product.dispose();
  await mailbox.stop();
});

const NEW_PASSWORD = 'zupełnie nowe hasło';

test('given the link of a mail, then a new password is set and signs in, and the other device is signed out', async ({
  browser,
}) => {
  const ola = await newAccount(product, 'ola');
  await listOnServer(product, ola, 'Zakupy', ['mleko']);
  const laptop = await visit(await signedIn(browser, product, ola), product);
  // The app is in Polish whatever the browser says, and so is its mail.
  const phoneContext = await browser.newContext({ locale: 'en-GB' });
  const phone = await phoneContext.newPage();
  await phone.goto(product.origin);
  await phone.getByLabel('E-mail').fill(ola.email);
  await phone.getByRole('link', { name: 'Forgot password?' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Nie pamiętasz hasła?' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(ola.email);
  await dialog.getByRole('button', { name: 'Wyślij link' }).click();
  await expect(dialog.getByRole('status')).toContainText(`Jeśli istnieje konto z adresem ${ola.email}`);

  const mail = await mailbox.next();
  expect(mail.to).toEqual([ola.email]);
  expect(mail.text).toContain('Ktoś poprosił o nowe hasło');
  const link = /http:\S+/.exec(mail.text)?.[0] ?? '';
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: 'Nowe hasło' })).toBeVisible();
  await expect(phone).toHaveURL(`${product.origin}/reset`);
  // The code is not in the address any more, but a reload keeps it.
  await phone.reload();
  await phone.getByLabel('Nowe hasło').fill(NEW_PASSWORD);
  await phone.getByRole('button', { name: 'Ustaw hasło' }).click();
  await expect(phone.getByRole('region', { name: 'Powiadomienie' })).toContainText('Nowe hasło jest ustawione.');
  await expect(listCard(phone, 'Zakupy')).toBeVisible();

  await laptop.reload();
  await expect(laptop.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
  // A link works only once, also on a device where somebody is signed in.
  await phone.goto(link);
  await phone.getByLabel('Nowe hasło').fill('jeszcze inne hasło');
  await phone.getByRole('button', { name: 'Ustaw hasło' }).click();
  await expect(phone.getByText('Ten link już nie działa. Poproś o nowy na stronie logowania.')).toBeVisible();
  await phone.getByRole('link', { name: 'Przejdź do list' }).click();
  await expect(listCard(phone, 'Zakupy')).toBeVisible();
});
