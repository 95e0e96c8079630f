import { createTransport } from 'nodemailer';

/** The timeout for the mail server. It is shorter than the time that a stopping process waits. */
const TIMEOUT_MS = 8000;

interface Sender {
  /** An `smtp://` or `smtps://` address, with user and password if the server needs them. */
  readonly smtpUrl: string;
  /** The sender's address. */
  readonly from: string;
}

export interface MailSettings extends Sender {
  /** The public address of the app, with a slash at its end. */
  readonly publicUrl: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /**
   * Sends one mail.
   * @throws when the mail server does not accept it
   */
  readonly send: (mail: Mail) => Promise<void>;
}

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * A mailed link gives access to an account. So mail leaves this machine only encrypted, unless the address says
 * `requireTLS=false`.
 */
export const needsTls = (smtpUrl: string): boolean => !THIS_MACHINE.test(new URL(smtpUrl).hostname);

export const makeMailer = ({ smtpUrl, from }: Sender): Mailer => {
  const transport = createTransport({
    // Its parameters override the options below.
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    // A mail server on this machine rarely has a certificate for "localhost". A tunnel names the server behind it.
    tls: { rejectUnauthorized: needsTls(smtpUrl) || new URL(smtpUrl).searchParams.has('tls.servername') },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      // An object, so that one address is never parsed as several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
};

/** The error code of a failed mail. The message is left out, because it may contain the address or the password. */
export const mailFault = (error: unknown): string => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
};
