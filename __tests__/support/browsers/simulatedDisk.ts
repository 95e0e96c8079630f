import type { ChangeId } from '../../../src/contract/ids';
import type { BaseStore } from '../../../src/storage/baseStore';
import type { ChangeLog } from '../../../src/storage/changeLog';
import { insertChange } from '../../../src/sync/record';
import { type Base, type Change, emptyBase, emptyLog, type Log } from '../../../src/sync/syncState';
import type { Owner, Scheduler } from '../simulationScheduler';
import { makeStoredMarks } from '../storedMarks';

/** Reads and writes of one owner happen in the order they were begun, as IndexedDB's do; whoever dies leaves the rest undone. */
const inOrder = (scheduler: Scheduler, owner: Owner) => {
  let tail: Promise<unknown> = Promise.resolve();
  return <Value>(act: () => Value): Promise<Value> => {
    const done = tail.then(() => scheduler.turn(owner)).then(act);
    tail = done.catch(() => undefined);
    return done;
  };
};

/**
 * What a browser keeps for one user, shared by its tabs and its worker. Now and then it is full.
 * @param onWritten told of every change that is on disk: from there on nobody may lose it
 */
export const makeDisk = (scheduler: Scheduler, device: string, onWritten: (id: ChangeId) => void) => {
  const changes = new Map<ChangeId, Change>();
  const marks = makeStoredMarks();
  let stored: unknown = null;
  let isFull = false;

  const needRoom = (): void => {
    if (isFull) throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
  };
  const log = (): Log => marks.over([...changes.values()].reduce(insertChange, emptyLog));

  return {
    setFull: (value: boolean): void => {
      isFull = value;
    },
    log,
    base: (): Base => (stored as { base?: Base } | null)?.base ?? emptyBase,
    openLog: (owner: Owner): ChangeLog => {
      const turn = inOrder(scheduler, owner);
      return {
        read: () => turn(() => ({ log: log(), device, damaged: 0 })),
        append: (batch) =>
          turn(() => {
            needRoom();
            for (const change of batch) {
              changes.set(change.id, change);
              onWritten(change.id);
            }
          }),
        remove: (ids, answered = []) =>
          turn(() => {
            for (const id of ids) changes.delete(id);
            for (const { rowId, markKeys } of answered) marks.remove(rowId, markKeys);
          }),
        putMark: (mark, replaced) =>
          turn(() => {
            needRoom();
            marks.put(mark, replaced);
          }),
      };
    },
    openBase: (owner: Owner): BaseStore => {
      const turn = inOrder(scheduler, owner);
      return {
        getItem: <Value>() => turn(() => stored as Value | null),
        setItem: <Value>(_key: string, value: Value) => {
          // The writer goes on changing its object.
          const copy = { ...value };
          return turn(() => {
            needRoom();
            stored = copy;
            return value;
          });
        },
        removeItem: () =>
          turn(() => {
            stored = null;
          }),
      };
    },
  };
};

export type BrowserDisk = ReturnType<typeof makeDisk>;
