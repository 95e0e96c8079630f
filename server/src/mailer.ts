import { createTransport } from 'nodemailer';

/** How long a mail server may be silent. Shorter than a stop of the process waits. */
const PATIENCE_MS = 8000;

export interface Sender {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  readonly smtpUrl: string;
  /** Who the mail is from. */
  readonly from: string;
}

export interface MailSettings extends Sender {
  /** The address of the app as its users open it, with a slash at its end. */
  readonly publicUrl: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Hands one mail to the mail server. @throws when it does not take it */
  readonly send: (mail: Mail) => Promise<void>;
}

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** What is mailed opens an account: it leaves this machine encrypted, unless the address says `requireTLS=false`. */
export const needsTls = (smtpUrl: string): boolean => !THIS_MACHINE.test(new URL(smtpUrl).hostname);

export const makeMailer = ({ smtpUrl, from }: Sender): Mailer => {
  const transport = createTransport({
    // What it says goes over what stands here.
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      // As an object: an address is never read as several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
};

/** Why a mail was not taken, as the mail server's code. Its words may hold the address or the password. */
export const mailFault = (error: unknown): string => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
};
