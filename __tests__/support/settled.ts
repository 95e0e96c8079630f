/** Requests that the server has not answered and transactions that have not ended. What a test holds back itself is not among them. */
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

/** Kept from before a test stops the timers. */
const realImmediate = globalThis.setImmediate;
const realNow = Date.now;

/** Resolves so many turns of the event loop later. */
export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => realImmediate(resolve));
};

/** Of the steps of a round or of a handover of the lead, none takes more than a few. */
const QUIET_TURNS = 100;

/** Only there so that a test that can never pass ends. */
const BOUND_MS = 60_000;

/**
 * Resolves when nothing goes on by itself any more: from here on only a timer, an opened gate or the test itself makes anything
 * happen. Tabs, locks, channels, disk, wire and server of a test all live in this process and go on from turn to turn of its
 * event loop: so this counts turns and no time, and a slow machine needs as many as a fast one.
 */
export const settled = async (): Promise<void> => {
  const end = realNow() + BOUND_MS;
  for (let quiet = 0; quiet < QUIET_TURNS; quiet = underway ? 0 : quiet + 1) {
    if (realNow() > end) throw new Error('never came to rest');
    await turns(1);
  }
};
