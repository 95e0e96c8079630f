// Imported, not the global: tests that fake the global timers must not stop the database.
import { setImmediate } from 'node:timers';
import { type Kysely, sql } from 'kysely';
import { type Executor, prepare } from './preparedQuery';
import type { Tables } from './tables';

export type Work<T> = (trx: Executor) => Promise<T>;

/**
 * A commit blocks the process until the disk answers. Node accepts one new connection per turn of its event loop (libuv
 * 1.45 and later). With a commit in each turn, the twentieth new connection would wait for twenty commits. So a commit
 * waits while each turn brings a connection, but at most this many turns.
 */
const MOST_TURNS = 64;

interface Waiting {
  /** Runs the work. Resolves to a function that answers the caller after the commit. Never rejects. */
  readonly run: (trx: Executor) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

interface GroupCommit {
  write<T>(work: Work<T>): Promise<T>;
  /** The number of writes that wait for the next commit. */
  waiting(): number;
  /** Called when a new connection was accepted. */
  noteConnection(): void;
}

/**
 * Runs writes that arrive together in one transaction, because the sync of the disk is what a write costs. Each has a
 * savepoint: one that throws rolls back its own changes only. Callers are answered after the commit.
 */
export const groupCommit = (db: Kysely<Tables>): GroupCommit => {
  const savepoint = prepare(db, sql`savepoint work`);
  const release = prepare(db, sql`release work`);
  const takeBack = prepare(db, sql`rollback to work`);
  let queue: Waiting[] = [];
  let isScheduled = false;
  let hasArrived = false;

  const commitSoon = (turns: number): void => {
    setImmediate(() => {
      if (!hasArrived || turns === 0) return void commitQueue();
      hasArrived = false;
      commitSoon(turns - 1);
    });
  };

  const commitQueue = async (): Promise<void> => {
    const group = queue;
    queue = [];
    try {
      const answers = await db.transaction().execute(async (trx) => {
        const done: (() => void)[] = [];
        for (const { run } of group) done.push(await run(trx));
        return done;
      });
      for (const answer of answers) answer();
    } catch (reason) {
      for (const { fail } of group) fail(reason);
    }
    if (queue.length > 0) commitSoon(MOST_TURNS);
    else isScheduled = false;
  };

  const write = <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      const run = async (trx: Executor): Promise<() => void> => {
        await savepoint.all(trx, {});
        try {
          const result = await work(trx);
          await release.all(trx, {});
          return () => resolve(result);
        } catch (reason) {
          // A full disk may have ended the whole transaction with its savepoints. Then all writes of the group fail for
          // this reason.
          const isTakenBack = await takeBack.all(trx, {}).then(
            () => true,
            () => false,
          );
          if (!isTakenBack) throw reason;
          await release.all(trx, {});
          return () => reject(reason);
        }
      };
      queue.push({ run, fail: reject });
      if (isScheduled) return;
      isScheduled = true;
      commitSoon(MOST_TURNS);
    });
  const noteConnection = () => {
    hasArrived = true;
  };
  return { write, waiting: () => queue.length, noteConnection };
};
