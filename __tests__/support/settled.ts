/** Requests without an answer yet, and transactions that have not ended, except those that a test itself holds back. */
let underway = 0;

/** Counts the work until it is over. */
export const atWork = <Value>(work: Promise<Value>): Promise<Value> => {
  underway += 1;
  return work.finally(() => {
    underway -= 1;
  });
};

const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...call) {
  const transaction = begin.apply(this, call);
  const ended = new Promise<void>((resolve) => {
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => resolve());
  });
  void atWork(ended);
  return transaction;
};

/** The real function, saved before a test replaces the timers. */
const realImmediate = globalThis.setImmediate;
const realNow = Date.now;

/** Resolves after this many turns of the event loop. */
export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => realImmediate(resolve));
};

/** Each step of a round, or of passing on the lead, takes fewer turns. */
const QUIET_TURNS = 100;

/** A limit that only ends tests that can never pass. */
const BOUND_MS = 60_000;

/**
 * Resolves when nothing happens by itself any more. Then only a timer, an opened gate or the test makes anything happen. Tabs,
 * locks, channels, disk, wire and server of a test all run in this process, in the turns of its event loop. So this function
 * counts turns, not time, and a slow machine needs as many as a fast one.
 */
export const settled = async (): Promise<void> => {
  const end = realNow() + BOUND_MS;
  for (let quiet = 0; quiet < QUIET_TURNS; quiet = underway ? 0 : quiet + 1) {
    if (realNow() > end) throw new Error('never came to rest');
    await turns(1);
  }
};
