import { afterEach, beforeEach, expect, jest } from '@jest/globals';

/** An error or warning nobody expected is a failure: tests that expect one mock the console themselves. */
const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      unexpected.push(`console.${level}: ${parts.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  jest.restoreAllMocks();
  expect(unexpected).toEqual([]);
});
