/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const transform: Config['transform'] = {
  '^.+\\.tsx?$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: '__tests__/tsconfig.json' }],
};

const shared = {
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // localforage looks for a database once, when it is first imported.
  setupFiles: ['fake-indexeddb/auto'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/failOnConsole.ts', '<rootDir>/__tests__/support/secondTry.ts'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/__tests__/support/emptyModule.ts',
    '\\.svg(\\?.*)?$': '<rootDir>/__tests__/support/assetPath.ts',
  },
} satisfies Config;

/** Two projects: plain logic on Node (`*.test.ts`), screens in jsdom (`*.test.tsx`). Types are checked beside it, by tsc. */
export default {
  // A bound so that a test that can never pass ends; no test depends on how fast the machine is.
  testTimeout: 60_000,
  // What a file leaves in memory slows all that come after it: a worker that has grown is replaced between two files.
  workerIdleMemoryLimit: '800MB',
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      setupFiles: [...shared.setupFiles, '<rootDir>/__tests__/support/unrefTimers.ts'],
      testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/__tests__/**/*.test.tsx'],
    },
  ],
} satisfies Config;
