import { sql } from 'kysely';
import type { Database } from './databasePort';
import { prepare, slot } from './preparedQuery';

export const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Small pages: an event may be as large as a request body, and a stalled stream holds one page in memory. */
export const EVENTS_PER_PAGE = 20;

export interface LoggedEvent {
  readonly id: number;
  readonly name: string;
  readonly session: string | null;
  readonly data: string;
}

export const makeEventLog = ({ db }: Database, now: () => number) => {
  const after = prepare<LoggedEvent>(
    db,
    sql`select id, name, session, data from events
      where user_id = ${slot('user')} and id > ${slot('id')} order by id limit ${sql.lit(EVENTS_PER_PAGE)}`,
  );
  return {
    /** The next page of a user's events after an id. A page that is not full is the last. */
    after: (user: number, id: number): Promise<LoggedEvent[]> => after.all(db, { user, id }),
    /** Where a stream starts: after the last event it received, if the log still holds all later ones, else now. */
    startFrom: (lastEventId: string | undefined, clock: number): number => {
      const id = /^\d{1,16}$/.test(lastEventId ?? '') ? Number(lastEventId) : Number.NaN;
      return id > now() - EVENTS_KEPT_MS && id <= clock ? id : clock;
    },
  };
};
