import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { promptPassword } from '../../server/src/commands/promptPassword';

const terminal = process.stdin;
let keys = new PassThrough();

beforeEach(() => {
  keys = new PassThrough();
  Object.defineProperty(process, 'stdin', { value: keys, configurable: true });
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  Object.defineProperty(process, 'stdin', { value: terminal, configurable: true });
  jest.restoreAllMocks();
});

test('given a password and Enter, then it is returned', async () => {
  const asked = promptPassword('Password: ');
  keys.write('a good secret\r');
  expect(await asked).toBe('a good secret');
});

test.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('given %s, then the command ends with a sentence, not with a stack', async (_name, key) => {
  const asked = promptPassword('Password: ');
  keys.write(key);
  await expect(asked).rejects.toThrow('no password was given');
});
