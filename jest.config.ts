/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

/** ES modules that CommonJS packages of the server `require`. */
const REQUIRED_ESM = 'node_modules/(?:cookie|content-disposition)/';

const transform: Config['transform'] = {
  [`${REQUIRED_ESM}.+\\.js$`]: '<rootDir>/__tests__/support/esmToCommonJs.cjs',
  '^.+\\.tsx?$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: '__tests__/tsconfig.json' }],
};

const shared = {
  transform,
  transformIgnorePatterns: ['/node_modules/(?!(?:cookie|content-disposition)/)'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // localforage looks for a database once, when it is first imported.
  setupFiles: ['fake-indexeddb/auto'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/failOnConsole.ts'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/__tests__/support/emptyModule.ts',
    '\\.svg(\\?.*)?$': '<rootDir>/__tests__/support/assetPath.ts',
  },
} satisfies Config;

/** Two projects: plain logic on Node (`*.test.ts`), screens in jsdom (`*.test.tsx`). Types are checked beside it, by tsc. */
export default {
  projects: [
    { ...shared, displayName: 'node', testEnvironment: 'node', testMatch: ['<rootDir>/__tests__/**/*.test.ts'] },
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/__tests__/**/*.test.tsx'],
    },
  ],
} satisfies Config;
