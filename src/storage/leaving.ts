import type { ChangeId, RowId } from '../contract/ids';
import type { Dropped } from '../sync/planPush';
import { withoutChanges } from '../sync/record';
import { changesOf, type Log } from '../sync/syncState';
import type { Answered, ChangeLog } from './changeLog';

export interface Departure extends Dropped, Answered {
  /** Base keeps the only copy of what the person wrote: a refusal, a lost list. */
  readonly isKeptInBase: boolean;
}

interface Delayable extends Departure {
  /** It could not be removed at once: meanwhile another tab may have read it. */
  readonly isDelayed: boolean;
}

/** Changes on their way off the disk: out of memory, and their records not removed yet. */
export interface Leaving {
  /**
   * Takes them off the disk, and with them what could not leave before. Rejects when base or a removal failed.
   *
   * Base goes first, so that a kill between the two loses nothing from the screen. Where base cannot be written at all, what the
   * server has leaves nevertheless: kept, it would be taken for unsent by the next tab and sent over somebody's newer words.
   */
  remove(departures: readonly Departure[]): Promise<void>;
  /** Another tab let them go, and takes them off the disk; where it could not, this one will. */
  hear(dropped: readonly Dropped[]): void;
  /** A log that was read, without them. */
  without(read: Log): Log;
  /**
   * Others lead from here on. What base was to keep and is on disk still is theirs: a refusal is told once more. All else stays
   * out: the server has it, or never should, and read back it would be sent over newer words.
   */
  release(): void;
  isEmpty(): boolean;
}

export interface LeavingPorts {
  readonly log: Pick<ChangeLog, 'remove'>;
  /** Resolves when base as it is now is on disk. */
  readonly flushBase: () => Promise<void>;
  /** These are off the disk, and in base where that was needed. */
  readonly onGone: (ids: readonly ChangeId[]) => void;
  /** Told of what left later than it was settled: who read it on disk meanwhile must let it go too. */
  readonly onLeft: (dropped: readonly Dropped[]) => void;
  /** A reading met what another tab let go, and which may be dead by now: `remove` takes it off. */
  readonly onMet: () => void;
}

export const makeLeaving = ({ log, flushBase, onGone, onLeft, onMet }: LeavingPorts): Leaving => {
  const rows = new Map<RowId, Delayable>();
  /** Until the next reading tells whether they are gone. */
  let heard: readonly Dropped[] = [];

  const removeFromDisk = async (gone: readonly Delayable[]): Promise<void> => {
    if (gone.length === 0) return;
    const ids = gone.flatMap(({ changeIds }) => changeIds);
    await log.remove(ids, gone);
    onGone(ids);
    const late = gone.filter(({ rowId }) => rows.get(rowId)?.isDelayed);
    for (const one of gone) if (rows.get(one.rowId)?.changeIds === one.changeIds) rows.delete(one.rowId);
    if (late.length) onLeft(late);
  };

  const removeReady = async (wanted: ReadonlySet<RowId>): Promise<void> => {
    const gone = [...rows.values()].filter(({ rowId, isDelayed }) => isDelayed || wanted.has(rowId));
    if (gone.length === 0) return;
    const failures: unknown[] = [];
    const isBaseWritten = await flushBase().then(
      () => true,
      (error: unknown) => failures.push(error) === 0,
    );
    const ready = gone.filter(({ isKeptInBase }) => isBaseWritten || !isKeptInBase);
    await removeFromDisk(ready).catch((error: unknown) => failures.push(error));
    if (failures.length === 0) return;
    for (const { rowId } of gone) {
      const left = rows.get(rowId);
      if (left) rows.set(rowId, { ...left, isDelayed: true });
    }
    throw failures[0];
  };

  const note = (one: Departure): void => {
    const earlier = rows.get(one.rowId);
    rows.set(one.rowId, {
      ...one,
      changeIds: [...(earlier?.changeIds ?? []), ...one.changeIds],
      markKeys: [...(earlier?.markKeys ?? []), ...one.markKeys],
      isKeptInBase: one.isKeptInBase || (earlier?.isKeptInBase ?? false),
      isDelayed: earlier !== undefined,
    });
  };

  /** What was heard to be gone and is on disk still has met a disk that does not do what it is asked. */
  const noteHeard = (read: Log): void => {
    let isMet = false;
    for (const { collection, listId, rowId, changeIds } of heard) {
      const there = changesOf(read, collection, listId)[rowId] ?? [];
      const left = changeIds.filter((id) => there.some((change) => change.id === id));
      if (left.length === 0) continue;
      note({ collection, listId, rowId, changeIds: left, markKeys: [], isKeptInBase: false });
      const noted = rows.get(rowId);
      if (noted) rows.set(rowId, { ...noted, isDelayed: true, isKeptInBase: false });
      isMet = true;
    }
    heard = [];
    if (isMet) onMet();
  };

  return {
    remove: (departures) => {
      for (const one of departures) note(one);
      return removeReady(new Set(departures.map(({ rowId }) => rowId)));
    },
    hear: (dropped) => {
      heard = [...heard, ...dropped];
    },
    without: (read) => {
      noteHeard(read);
      return withoutChanges(read, [...rows.values()]);
    },
    release: () => {
      for (const { rowId, isKeptInBase } of [...rows.values()]) if (isKeptInBase) rows.delete(rowId);
    },
    isEmpty: () => rows.size === 0,
  };
};
