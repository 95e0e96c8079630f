import { sql } from 'kysely';
import { DatabaseFault } from './databaseFault';
import type { Work } from './groupCommit';

/** Load balancers wait only a few seconds, so a slower database counts as failed. */
const ANSWER_WITHIN_MS = 1500;
/** The outcome is cached, because the route is public and a probe costs a write. */
const KEPT_MS = 1000;
const FAILURE_COUNTS_MS = 60_000;
/** The codes of faults of the disk, such as a full one. */
const OF_DISK = /^(53100|58|SQLITE_(FULL|IOERR|CORRUPT))/;

const isOfDisk = (error: unknown): error is DatabaseFault =>
  error instanceof DatabaseFault && OF_DISK.test(String((error.cause as { code?: unknown } | null)?.code));

/** Writes without a change: only a write shows that a disk is full or read-only. */
const probeWrite: Work<unknown> = (trx) => sql`update schema_version set version = version`.execute(trx);

/** Rejects with a fault when the outcome takes too long. */
const inTime = (outcome: Promise<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DatabaseFault(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`))),
      ANSWER_WITHIN_MS,
    );
    outcome.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });

type Write = <T>(work: Work<T>) => Promise<T>;

/**
 * Watches the writes, and checks within two seconds whether the database takes one. One probe runs at a time, and its
 * outcome is cached for a second. On a nearly full disk the small probe may succeed where real writes fail. So a write
 * that fails at the disk counts for a minute, or until another write succeeds. All other faults meet the probe too.
 */
export const watchHealth = (plainWrite: Write): { readonly write: Write; readonly probe: () => Promise<void> } => {
  let latest: Promise<unknown> | null = null;
  let failed: { readonly fault: DatabaseFault; readonly at: number } | null = null;

  const write: Write = async (work) => {
    try {
      const done = await plainWrite(work);
      failed = null;
      return done;
    } catch (error) {
      if (isOfDisk(error)) failed = { fault: error, at: performance.now() };
      throw error;
    }
  };
  const forget = () => {
    setTimeout(() => {
      latest = null;
    }, KEPT_MS).unref();
  };
  const probe = async (): Promise<void> => {
    if (failed && performance.now() - failed.at < FAILURE_COUNTS_MS) throw failed.fault;
    if (latest === null) {
      latest = plainWrite(probeWrite);
      latest.then(forget, forget);
    }
    await inTime(latest);
  };
  return { write, probe };
};
