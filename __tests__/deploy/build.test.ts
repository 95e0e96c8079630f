import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
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

describe('the served app', () => {
  const withFolder = (use: (dist: string) => void): void => {
    const dist = mkdtempSync(join(tmpdir(), 'listy-dist-'));
    use(dist);
    rmSync(dist, { recursive: true, force: true });
  };

  const put = (dist: string, folder: string, name: string): void => {
    mkdirSync(join(dist, folder), { recursive: true });
    writeFileSync(join(dist, folder, name), name);
  };

  const replace = (dist: string): string[] => {
    execFileSync(process.execPath, ['server/replaceClient.mjs', dist]);
    return [...readdirSync(dist), ...readdirSync(join(dist, 'client'))];
  };

  test('is built beside the folder of a running server, and put there as the last step', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { build: string } };
    expect(readFileSync('vite.config.ts', 'utf8')).toContain("outDir: 'dist/client-new'");
    expect(scripts.build).toMatch(/^vite build && .* && node server\/replaceClient\.mjs$/);
  });

  test('is the new one, whole, and nothing of the old one is left', () => {
    withFolder((dist) => {
      put(dist, 'client', 'old.html');
      put(dist, 'client-new', 'new.html');
      expect(replace(dist)).toEqual(['client', 'new.html']);
    });
  });

  test('is there after the first build, and after a replacement that was killed', () => {
    withFolder((dist) => {
      put(dist, 'client-new', 'new.html');
      expect(replace(dist)).toEqual(['client', 'new.html']);
    });
    withFolder((dist) => {
      put(dist, 'client-old', 'old.html');
      put(dist, 'client-new', 'new.html');
      expect(replace(dist)).toEqual(['client', 'new.html']);
    });
  });
});
