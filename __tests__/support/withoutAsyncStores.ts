import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Jest follows each test with an `AsyncLocalStorage`: a new one for each test file, and it never disables one. On Node 20, each new promise then visits
 * those of all files that the worker has run. So the callback is called without a store: an error that no test caught fails its file, not one test.
 * No test may need a store; `boundary` of msw would.
 */
AsyncLocalStorage.prototype.run = ((
  _store: unknown,
  callback: (...values: unknown[]) => unknown,
  ...values: unknown[]
) => callback(...values)) as typeof AsyncLocalStorage.prototype.run;
