import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartUpError } from '../startUpError';

/**
 * Asks on the terminal without showing the input.
 * @throws StartUpError when the person ends the question with Ctrl+C or Ctrl+D
 */
export const promptPassword = async (question: string): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const ended = once(terminal, 'close').then((): null => null);
  process.stderr.write(question);
  try {
    const given = await Promise.race([terminal.question('').catch(() => null), ended]);
    if (given === null) throw new StartUpError('no password was given');
    return given;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
};
