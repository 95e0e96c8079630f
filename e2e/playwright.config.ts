import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium';

/** End to end: the built product, the real server, a real browser; nothing in between. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './support/buildProduct.ts',
  fullyParallel: false,
  workers: 3,
  timeout: 120_000,
  retries: 0,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
    locale: 'pl-PL',
    trace: 'off',
  },
});
