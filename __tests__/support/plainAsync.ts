import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Jest follows each test with an `AsyncLocalStorage`: a new one for each test file, and it never disables one. On Node 20, each new promise then visits
 * the storages of all files that the worker has run. Nothing in the tests reads them. Without them, an error that no test caught fails its file in
 * place of one test.
 */
AsyncLocalStorage.prototype.run = ((
  _store: unknown,
  callback: (...values: unknown[]) => unknown,
  ...values: unknown[]
) => callback(...values)) as typeof AsyncLocalStorage.prototype.run;
