import type { Base } from '../sync/model/syncState';
import type { DirtyRecord, DirtyRecords } from './dirtyRecords';
import { isDeletion } from './logRecords';
import { isSilent } from './patience';
import type { DiskWrite, UserDatabase } from './userDatabase';

export interface CommitPorts {
  readonly database: Pick<UserDatabase, 'commit' | 'isStored'>;
  /** Something was stored that the other tabs can read. */
  readonly onCommitted?: () => void;
}

/** The transactions that store dirty records. */
interface Commits {
  /** Runs one transaction. Its records are not dirty any more, unless they changed meanwhile. Rejects if it failed. */
  commit(taken: readonly DirtyRecord[], withBase: Base | null): Promise<void>;
  /**
   * On a full disk, deletions of settled and refused changes succeed nevertheless. If these changes stayed, the next tab
   * would send them again and overwrite newer texts. Never rejects.
   */
  commitDeletions(taken: readonly DirtyRecord[]): Promise<void>;
  /** Asks the disk which transactions without an answer it carried out. Rejects if it still does not answer. */
  askAboutUnanswered(): Promise<void>;
  hasUnanswered(): boolean;
}

/**
 * A transaction that the disk did not answer may still be carried out later. Another tab may then read its records, send
 * them and delete them. So before anything else is written, the disk is asked what became of it. Otherwise a change that
 * was sent would be put again and sent twice.
 */
export const makeCommits = ({ database, onCommitted }: CommitPorts, dirty: DirtyRecords): Commits => {
  const unanswered = new Map<DiskWrite, readonly DirtyRecord[]>();
  let attempts = 0;

  const stored = (taken: readonly DirtyRecord[]): void => {
    onCommitted?.();
    dirty.taken(taken);
  };
  const askAboutUnanswered = async (): Promise<void> => {
    for (const [write, taken] of unanswered) {
      const isStored = await database.isStored(write);
      if (unanswered.delete(write) && isStored) stored(taken);
    }
  };
  const commitNow: Commits['commit'] = async (taken, withBase) => {
    if (taken.length === 0 && !withBase) return;
    attempts += 1;
    const log = taken.map(({ record }) => record);
    const write: DiskWrite = { attempt: attempts, log, ...(withBase && { base: withBase }) };
    try {
      await database.commit(write);
    } catch (error) {
      if (isSilent(error)) unanswered.set(write, taken);
      throw error;
    }
    stored(taken);
  };
  const commit: Commits['commit'] = async (taken, withBase) => {
    // No await otherwise, because the transaction must begin in the task of its event.
    if (unanswered.size === 0) return commitNow(taken, withBase);
    await askAboutUnanswered();
    return commitNow(dirty.withDependencies(taken.filter(dirty.isStill).map(({ record }) => record)), withBase);
  };

  return {
    commit,
    commitDeletions: async (taken) => {
      // A record that was put again meanwhile must not be deleted.
      const deletions = taken.filter((one) => isDeletion(one.record) && !one.isReplaced && dirty.isStill(one));
      if (deletions.length) await commit(deletions, null).catch(() => undefined);
    },
    askAboutUnanswered,
    hasUnanswered: () => unanswered.size > 0,
  };
};
