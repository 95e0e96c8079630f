import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { settingProblems } from '../../tools/settingProblems';

test('settings that are absent or right are taken', () => {
  expect(settingProblems({})).toEqual([]);
  expect(settingProblems({ VITE_API_URL: 'https://provider.example', VITE_DIFF_MODE: 'on' })).toEqual([]);
});

test('settings are refused with the whole list of what is wrong', () => {
  const vars = { VITE_API_URL: 'provider.example/', VITE_DIFF_MODE: 'yes', VITE_POSTHOG_HOST: 'ftp://x' };
  expect(settingProblems({ ...vars, VITE_POSTHOG_RECORDING: '1' })).toEqual([
    'VITE_API_URL must be an origin such as https://provider.example, not "provider.example/"',
    'VITE_DIFF_MODE must be on or off, not "yes"',
    'VITE_POSTHOG_HOST must be an origin such as https://eu.i.posthog.com, not "ftp://x"',
    'VITE_POSTHOG_RECORDING must be on or off, not "1"',
  ]);
});

test('given a provider’s address with a slash at its end, then nothing is built, and the build says why', () => {
  const folder = mkdtempSync(join(tmpdir(), 'listy-build-'));
  const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--outDir', folder], {
    env: { PATH: process.env.PATH, VITE_API_URL: 'https://provider.example/' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  expect(status).not.toBe(0);
  expect(stderr).toContain('VITE_API_URL must be an origin such as https://provider.example');
}, 120_000);
