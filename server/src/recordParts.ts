import { makeAppliedKeys } from './appliedKeys';
import type { Database } from './databasePort';
import { makeMembersOfRows, type Targets } from './listMembers';
import { recordQueries } from './recordQueries';
import { makeRemovedLists } from './removedLists';
import type { RowClash } from './rowClash';
import type { MakeRoom } from './rowLimits';
import type { LockedWrite, WithUserLocks, Writer } from './userLocks';
import type { SeenRow } from './wireRecord';

export interface RecordPorts {
  readonly database: Database;
  readonly now: () => number;
  readonly newDocumentId: () => string;
  readonly withUserLocks: WithUserLocks;
  readonly clash: RowClash;
  /** Removes somebody from a list, within the transaction of a write. */
  readonly removeMember: (write: LockedWrite, list: SeenRow, person: number) => Promise<void>;
  readonly makeRoom: MakeRoom;
}

/** What every kind of write of a row needs. */
export const makeRecordParts = (ports: RecordPorts) => {
  const { database, now, withUserLocks } = ports;
  const membersOfRows = makeMembersOfRows(database);
  return {
    ...ports,
    applied: makeAppliedKeys(database, now),
    queries: { lists: recordQueries(database, 'lists'), items: recordQueries(database, 'items') },
    removedLists: makeRemovedLists(database),
    /** Runs the work in a write that has locked everybody who sees one of the rows. */
    withLocksOf: <T>(writer: Writer, targets: Targets, work: (write: LockedWrite) => Promise<T>): Promise<T> =>
      withUserLocks(writer, (trx) => membersOfRows(trx, writer.userId, targets), work),
  };
};

export type RecordParts = ReturnType<typeof makeRecordParts>;
