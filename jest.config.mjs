import { availableParallelism } from 'node:os';
import { bundledPackages } from './__tests__/support/bundledPackages.mjs';

/** @type {import('jest').Config} */
const shared = {
  transform: { '\\.tsx?$': '<rootDir>/__tests__/support/compileTypeScript.mjs' },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // localforage looks for a database once, when it is first imported.
  setupFiles: ['<rootDir>/__tests__/support/withoutAsyncStores.ts', 'fake-indexeddb/auto'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/failOnConsole.ts'],
  moduleNameMapper: {
    ...bundledPackages,
    '\\.css$': '<rootDir>/__tests__/support/emptyModule.ts',
    '\\.svg(\\?.*)?$': '<rootDir>/__tests__/support/assetPath.ts',
  },
};

/**
 * Two projects: plain logic on Node (`*.test.ts`), screens in jsdom (`*.test.tsx`). Types are checked beside it, by tsc.
 * @type {import('jest').Config}
 */
export default {
  globalSetup: '<rootDir>/__tests__/support/bundledPackages.mjs',
  // A bound so that a test that can never pass ends; no test depends on how fast the machine is.
  testTimeout: 180_000,
  // More than there are cores: tests also wait, for a disk, a socket or a debounce.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // What a file leaves in memory slows all that come after it: a worker that has grown is replaced between two files.
  workerIdleMemoryLimit: '800MB',
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      setupFiles: [...shared.setupFiles, '<rootDir>/__tests__/support/databaseOfWorker.ts'],
      setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/__tests__/support/unrefTimers.ts'],
      testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: '<rootDir>/__tests__/support/screenEnvironment.cjs',
      setupFilesAfterEnv: [
        ...shared.setupFilesAfterEnv,
        '<rootDir>/__tests__/support/withoutOwnerStacks.ts',
        '<rootDir>/__tests__/support/computedStyleCache.ts',
      ],
      testMatch: ['<rootDir>/__tests__/**/*.test.tsx'],
    },
  ],
};
