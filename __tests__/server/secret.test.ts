import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Env } from '../../server/src/env';

/** A disk without links: a USB stick, a network share, the shared folder of some virtual machines. */
jest.unstable_mockModule('node:fs', () => ({
  ...fs,
  linkSync: () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  },
}));
const { secretOf } = await import('../../server/src/startUp');

const dataDir = fs.mkdtempSync(join(tmpdir(), 'listy-secret-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true }));

test('given a disk without links, then the secret is stored whole, for its owner only, and is read at the next start', () => {
  const env = { jwtSecret: null, dataDir } as Env;
  const secret = secretOf(env);
  expect(secret.length).toBeGreaterThan(32);
  expect(fs.readdirSync(dataDir)).toEqual(['jwt-secret']);
  expect(fs.statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(secretOf(env)).toBe(secret);
});
