import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const modes: string[] = [];
jest.unstable_mockModule('node:fs', () => ({
  ...fs,
  chmodSync: (path: string, mode: number) => {
    if (path.endsWith('.part')) modes.push((fs.statSync(path).mode & 0o777).toString(8));
    fs.chmodSync(path, mode);
  },
}));
const { backupCommand } = await import('../../server/src/commands/backup');
const { databaseFileIn } = await import('../../server/src/dataFolder');
const { openDatabase } = await import('../../server/src/database');

let dir = '';
let before = 0;
beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'listy-backup-'));
  before = process.umask(0o022);
  process.env.DATA_DIR = join(dir, 'data');
});
afterEach(() => {
  process.umask(before);
  delete process.env.DATA_DIR;
  fs.rmSync(dir, { recursive: true });
});

test('a backup can be read by its owner only, also while it is written', async () => {
  fs.mkdirSync(join(dir, 'data'));
  const database = await openDatabase(databaseFileIn(join(dir, 'data')));
  await database.close();
  backupCommand([join(dir, 'copy')]);
  expect(modes).toEqual(['600']);
});
