import type { ChangeId, RowId } from '../contract/ids';
import { withoutChanges } from '../sync/record';
import type { Dropped } from '../sync/syncState';
import { type Base, changesOf, type Log } from '../sync/syncState';
import { inTurns } from './inTurns';
import { isSilent } from './patience';
import type { DiskWrite, RowMarks, UserDatabase } from './userDatabase';

/** What leaves the log: it is out of memory, and its records are not off the disk yet. */
export interface Removal extends Dropped, RowMarks {
  /** Base keeps the only copy of what the person wrote, a refusal or a lost list: it leaves with a base that has it, or stays. */
  readonly needsBase: boolean;
}

interface Delayable extends Removal {
  /** It could not be removed at once: meanwhile another tab may have read it. */
  readonly isDelayed: boolean;
}

/** Takes changes off the disk, in one transaction with the base that replaces them. */
export interface Removals {
  /** These leave too. */
  add(removals: readonly Removal[]): void;
  /**
   * Writes base, where this tab does, and takes off all that is to leave. What is asked for while a transaction runs shares the
   * next. Rejects when something is left to do.
   *
   * Where base cannot be written, what the server has leaves nevertheless: kept, it would be taken for unsent by the next tab and
   * sent over somebody's newer words.
   */
  write(): Promise<void>;
  /** Another tab let them go, and takes them off the disk; where it could not, this one will. */
  hear(dropped: readonly Dropped[]): void;
  /** A log that was read, without them. */
  without(read: Log): Log;
  /**
   * Others lead from here on. What base was to keep and is on disk still is theirs: a refusal is told once more. All else stays
   * out: the server has it, or never should, and read back it would be sent over newer words.
   */
  release(): void;
  /** Whether anything could not be removed, or base could not be written. */
  hasFailed(): boolean;
}

export interface RemovalPorts {
  readonly database: Pick<UserDatabase, 'commit'>;
  /** Base as it is now; null where this tab does not write it. */
  readonly base: () => Base | null;
  /** These are off the disk, and in base where that was needed. */
  readonly onGone: (ids: readonly ChangeId[]) => void;
  /** Told of what left later than it was settled: who read it on disk meanwhile must let it go too. */
  readonly onLeft: (dropped: readonly Dropped[]) => void;
  /** A reading met what another tab let go, and which may be dead by now: `write` takes it off. */
  readonly onMet: () => void;
}

const recordsOf = (gone: readonly Removal[]): DiskWrite => ({
  removedChanges: gone.flatMap(({ changeIds }) => changeIds),
  removedMarks: gone,
});

export const makeRemovals = ({ database, base, onGone, onLeft, onMet }: RemovalPorts): Removals => {
  const rows = new Map<RowId, Delayable>();
  /** Until the next reading tells whether they are gone. */
  let heard: readonly Dropped[] = [];
  let isBaseBehind = false;

  const gone = (removed: readonly Delayable[]): void => {
    onGone(removed.flatMap(({ changeIds }) => changeIds));
    const late = removed.filter(({ rowId }) => rows.get(rowId)?.isDelayed);
    for (const one of removed) if (rows.get(one.rowId)?.changeIds === one.changeIds) rows.delete(one.rowId);
    if (late.length) onLeft(late);
  };

  const delay = (): void => {
    for (const [rowId, one] of rows) rows.set(rowId, { ...one, isDelayed: true });
  };

  const writeNow = async (): Promise<void> => {
    const all = [...rows.values()];
    const now = base();
    if (!now && all.length === 0) return;
    try {
      await database.commit({ ...recordsOf(all), ...(now && { base: now }) });
      if (now) isBaseBehind = false;
      gone(all);
    } catch (error) {
      isBaseBehind ||= now !== null;
      const alone = all.filter(({ needsBase }) => !needsBase);
      if (now && alone.length && !isSilent(error)) {
        const isGone = await database.commit(recordsOf(alone)).then(
          () => true,
          () => false,
        );
        if (isGone) gone(alone);
      }
      delay();
      throw error;
    }
  };

  const add = (one: Removal): void => {
    const earlier = rows.get(one.rowId);
    rows.set(one.rowId, {
      ...one,
      changeIds: [...(earlier?.changeIds ?? []), ...one.changeIds],
      markKeys: [...(earlier?.markKeys ?? []), ...one.markKeys],
      needsBase: one.needsBase || (earlier?.needsBase ?? false),
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
      add({ collection, listId, rowId, changeIds: left, markKeys: [], needsBase: false });
      const noted = rows.get(rowId);
      if (noted) rows.set(rowId, { ...noted, isDelayed: true, needsBase: false });
      isMet = true;
    }
    heard = [];
    if (isMet) onMet();
  };

  return {
    add: (removals) => removals.forEach(add),
    write: inTurns(writeNow),
    hear: (dropped) => {
      heard = [...heard, ...dropped];
    },
    without: (read) => {
      noteHeard(read);
      return withoutChanges(read, [...rows.values()]);
    },
    release: () => {
      isBaseBehind = false;
      for (const { rowId, needsBase } of [...rows.values()]) if (needsBase) rows.delete(rowId);
    },
    hasFailed: () => isBaseBehind || rows.size > 0,
  };
};
