import { contestants } from './contestants.mjs';

/** What the driver (`bench/disk.ts`) calls in the page: `await storages.fill('dexie', rows)`, `open`, `edits`. */

/** Called when something was stored, with the name of the database or of the record. */
let onStored = () => undefined;

const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...args) {
  const opened = transaction.apply(this, args);
  if (opened.mode === 'readwrite') opened.addEventListener('complete', () => onStored(this.name));
  return opened;
};
const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (...args) {
  setItem.apply(this, args);
  onStored(args[0]);
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let handle = null;

globalThis.storages = {
  fill: (name, rows) => contestants[name].fill(rows),
  /** @returns ms until all rows were in memory */
  async open(name, rows) {
    const begun = performance.now();
    handle = await contestants[name].open();
    const took = performance.now() - begun;
    const count = contestants[name].count(handle);
    if (count !== rows) throw new Error(`${name} opened with ${count} of ${rows} rows`);
    return took;
  },
  /** @returns for each edit, ms until it was stored */
  async edits(name, rows) {
    const waits = [];
    for (const [at, { id, list }] of rows.entries()) {
      await pause(150);
      const stored = new Promise((resolve) => {
        onStored = (where) => where.startsWith(contestants[name].storedIn) && resolve(performance.now());
      });
      const begun = performance.now();
      contestants[name].edit(handle, id, list, `zmiana ${at}`);
      waits.push((await stored) - begun);
    }
    return waits;
  },
};
