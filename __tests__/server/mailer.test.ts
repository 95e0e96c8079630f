import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Mailbox, startMailbox } from '../../e2e/support/mailbox';
import { mailFault, makeMailer, needsTls } from '../../server/src/mailer';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

const send = (smtpUrl: string) =>
  makeMailer({ smtpUrl, from: 'listy@listy.example' }).send({ to: 'ania@example.com', subject: 'x', text: 'a link' });

test('given a mail server on another machine, mail goes there with TLS or not at all', () => {
  expect(needsTls('smtp://listy:secret@mail.example:587')).toBe(true);
  expect(needsTls('smtp://192.0.2.7')).toBe(true);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(needsTls(`smtp://a:b@${host}:25`)).toBe(false);
});

test('given a mail server without good TLS, then nothing is sent to it', async () => {
  const fault = await send(`${mailbox.smtpUrl}?requireTLS=true`).catch(mailFault);
  expect(fault).toMatch(/^ETLS/);
  // The next mail is the first one there.
  await send(mailbox.smtpUrl);
  expect((await mailbox.next()).to).toEqual(['ania@example.com']);
});

test('given a mail server on this machine whose certificate nobody trusts, then the mail is sent all the same, unless the address asks for a good one', async () => {
  const local = await startMailbox('--starttls');
  try {
    for (const good of ['rejectUnauthorized=true', 'servername=mail.example'])
      expect(await send(`${local.smtpUrl}?tls.${good}`).catch(mailFault)).toMatch(/^ES?TLS|^ESOCKET/);
    await send(local.smtpUrl);
    expect((await local.next()).to).toEqual(['ania@example.com']);
  } finally {
    await local.stop();
  }
});
