import { sql } from 'kysely';
import type { Database } from './databasePort';
import { prepare, slot } from './preparedQuery';

export const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const EVENTS_PER_PAGE = 20;
/** In characters. An event may be as large as a request body, and each stalled stream holds one page in memory. */
const LONGEST_PAGE = 64 * 1024;

/** Whether more events may follow a page. */
export const isFullPage = (page: readonly LoggedEvent[]): boolean =>
  page.length === EVENTS_PER_PAGE || page.reduce((sum, { data }) => sum + data.length, 0) >= LONGEST_PAGE;

export interface LoggedEvent {
  readonly id: number;
  readonly name: string;
  readonly session: string | null;
  readonly data: string;
}

export const makeEventLog = ({ db }: Database, now: () => number) => {
  const after = prepare<LoggedEvent>(
    db,
    sql`select id, name, session, data from (
        select id, name, session, data, sum(length(data)) over (order by id) - length(data) as size_before
        from (
          select id, name, session, data from events
          where user_id = ${slot('user')} and id > ${slot('id')} order by id limit ${sql.lit(EVENTS_PER_PAGE)}
        ) as page
      ) as measured
      where size_before < ${sql.lit(LONGEST_PAGE)} order by id`,
  );
  return {
    /** The next page of a user's events after an id. It ends with the event that makes it too long. */
    after: (user: number, id: number): Promise<LoggedEvent[]> => after.all(db, { user, id }),
    /** Where a stream starts: after the last event it received, if the log still holds all later ones, else now. */
    startFrom: (lastEventId: string | undefined, clock: number): number => {
      const id = /^\d{1,16}$/.test(lastEventId ?? '') ? Number(lastEventId) : Number.NaN;
      return id > now() - EVENTS_KEPT_MS && id <= clock ? id : clock;
    },
  };
};
