import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

/** Tests may run as root, to whom the system refuses nothing; so the one file that would be refused is named here. */
let refused = '';
jest.unstable_mockModule('node:fs', () => ({
  ...fs,
  accessSync: (path: string, mode: number) => {
    if (path === refused) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    fs.accessSync(path, mode);
  },
}));
const { databaseFileIn, makeDatabaseFile, prepareDataDir } = await import('../../server/src/dataFolder');

let dir = '';
beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'listy-folder-'));
  fs.chmodSync(dir, 0o755);
  refused = '';
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8);

describe('the data folder', () => {
  test('given one that all users could read, then only its owner can read it and its files', () => {
    for (const name of ['listy.sqlite', 'listy.sqlite-wal', 'jwt-secret']) {
      fs.writeFileSync(join(dir, name), '', { mode: 0o644 });
    }
    prepareDataDir(dir);
    expect(modeOf(dir)).toBe('700');
    for (const name of fs.readdirSync(dir)) expect([name, modeOf(join(dir, name))]).toEqual([name, '600']);
  });

  test('given one with other files too, then it stays readable, and our files are for their owner only', () => {
    fs.writeFileSync(join(dir, 'notes.txt'), '', { mode: 0o644 });
    prepareDataDir(dir);
    makeDatabaseFile(databaseFileIn(dir));
    expect([modeOf(dir), modeOf(join(dir, 'notes.txt')), modeOf(databaseFileIn(dir))]).toEqual(['755', '644', '600']);
  });

  test('given a file that this user cannot write, as after a command run as root, the file and its owner are named', () => {
    refused = databaseFileIn(dir);
    fs.writeFileSync(refused, '');
    const { uid } = fs.statSync(refused);
    expect(() => prepareDataDir(dir)).toThrow(`${refused} cannot be read and written: it belongs to user ${uid}`);
  });
});
