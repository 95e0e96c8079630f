/**
 * The globals that our service worker needs: `self` with a registration, with or without background
 * sync, and the browser's locks. Call before the worker's modules are imported.
 */
interface WorkerWorld {
  /** Tags the worker asked to be woken for. */
  readonly registered: string[];
  /** The browser wakes the worker; resolves with the outcome. */
  fireSync(): Promise<'done' | Error>;
  /** The process ends with its listeners; what it stored stays. */
  killWorker(): void;
}

type SyncListener = (event: { tag: string; lastChance: boolean; waitUntil: (work: Promise<void>) => void }) => void;

const makeLocks = () => {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, { signal }: { signal?: AbortSignal }, held: () => Promise<unknown>) => {
    const before = last.get(name) ?? Promise.resolve();
    const given = new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      void before.then(() => resolve());
    });
    const run = given.then(held);
    const isOver = Promise.all([before, run.catch(() => undefined)]);
    last.set(name, isOver);
    return run;
  };
  return { request };
};

export const makeWorkerWorld = (): WorkerWorld => {
  const registered: string[] = [];
  let listeners: SyncListener[] = [];
  const register = async (tag: string): Promise<void> => void registered.push(tag);
  Object.defineProperty(globalThis, 'self', {
    configurable: true,
    value: Object.assign(globalThis, {
      __WB_DISABLE_DEV_LOGS: true,
      registration: { sync: { register }, scope: 'http://listy.test/' },
      location: new URL('http://listy.test/sw.js'),
      addEventListener: (type: string, listener: SyncListener) => {
        if (type === 'sync') listeners.push(listener);
      },
    }),
  });
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: makeLocks() } });
  return {
    registered,
    fireSync: async () => {
      const work: Promise<void>[] = [];
      const event = {
        tag: 'workbox-background-sync:listy-unsent',
        lastChance: false,
        waitUntil: (promise: Promise<void>) => work.push(promise),
      };
      for (const listener of listeners) listener(event);
      try {
        await Promise.all(work);
        return 'done';
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
    killWorker: () => {
      listeners = [];
    },
  };
};
