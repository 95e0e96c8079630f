import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** `npm run screenshots`: takes every picture of docs/tour.md and of the manifest anew, from the built product. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.tour.ts',
  globalSetup: '../support/buildProduct.ts',
  outputDir: '../../test-results/tour',
});
