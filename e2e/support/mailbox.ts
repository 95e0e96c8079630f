import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

interface ReceivedMail {
  readonly to: readonly string[];
  readonly text: string;
}

export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly smtpUrl: string;
  /** All that came so far, in order. */
  readonly mails: readonly ReceivedMail[];
  /** Waits for the first mail that is not read yet. */
  next(): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** The text of a mail as it was written: nodemailer sends it quoted-printable, or as it is. */
const textOf = (message: string): string => {
  const [head = '', ...body] = message.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex) => `%${hex}`);
  return decodeURIComponent(bytes);
};

/** The code behind the link of a mail. */
export const codeIn = ({ text }: ReceivedMail): string => /#reset=([\w-]+)/.exec(text)?.[1] ?? '';

/**
 * Starts a real mail server in a process of its own, on a free port of loopback.
 * @param options `--starttls` offers encryption, with a certificate that nobody trusts
 */
export const startMailbox = async (...options: readonly '--starttls'[]): Promise<Mailbox> => {
  const server = spawn(process.execPath, [resolve('e2e/support/mailServer.mjs'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let read = 0;
  const lines = createInterface({ input: server.stdout });
  const [first] = await once(lines, 'line');
  const { port } = JSON.parse(first as string) as { port: number };
  lines.on('line', (line) => {
    const { to, message } = JSON.parse(line) as { to: string[]; message: string };
    const mail = { to, text: textOf(message) };
    mails.push(mail);
    const waiter = waiting.shift();
    if (!waiter) return;
    read += 1;
    waiter(mail);
  });
  return {
    smtpUrl: `smtp://listy:mail%20secret@127.0.0.1:${port}`,
    mails,
    next: async () => {
      const mail = mails[read];
      if (!mail) return new Promise((done) => waiting.push(done));
      read += 1;
      return mail;
    },
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
};
