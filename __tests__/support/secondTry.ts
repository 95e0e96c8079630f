import { jest } from '@jest/globals';

/**
 * On a loaded machine one of some 1,600 tests may lose a race of its own making. In CI a failed test is tried once more and its
 * first error is printed, so that it is seen and mended; at home it fails at once.
 */
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
