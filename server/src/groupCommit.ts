// From the module, not the global: tests that fake the global timers must not stop the database.
import { setImmediate } from 'node:timers';
import { type Kysely, sql } from 'kysely';
import { type Executor, prepare } from './preparedQuery';
import type { Tables } from './tables';

export type Work<T> = (trx: Executor) => Promise<T>;

/**
 * A commit holds the process for as long as the disk takes, and Node accepts one new connection in each turn of its event loop (libuv 1.45 and
 * later). With a commit in each turn, the twentieth new connection would wait for twenty commits. So a commit waits as long as each turn brings a
 * connection, but no longer than this.
 */
const MOST_TURNS = 64;

interface Waiting {
  /** Does the work; resolves to how to tell its caller, once the commit stands. Never rejects. */
  readonly run: (trx: Executor) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

export interface GroupCommit {
  write<T>(work: Work<T>): Promise<T>;
  /** Writes that wait for the next commit. */
  waiting(): number;
  /** A new connection was accepted. */
  noteConnection(): void;
}

/**
 * Writes that arrive together share one transaction, and so one sync of the disk, which is what a write costs. Each has its
 * savepoint: one that throws takes back its own rows only. Nobody is answered before the commit.
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
          // A full disk may have ended the whole transaction, savepoint and all: then this reason is everybody's.
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
