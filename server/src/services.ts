import { randomBytes } from 'node:crypto';
import { makeAccountExport } from './accountExport';
import { makeAppliedKeys } from './appliedKeys';
import type { Database } from './databasePort';
import { makeDocumentId, type RandomBytes } from './documentId';
import { makeEventHub } from './eventHub';
import { makeEventLog } from './eventLog';
import { makeInvitations } from './invitations';
import { makeMemberships } from './memberships';
import { makePasswordResets } from './passwordResets';
import { makePasswords, type PasswordCost } from './passwords';
import { makeRecordService } from './recordService';
import { makeRemovedLists } from './removedLists';
import { makeRestoreList } from './restoreList';
import { makeRowClash } from './rowClash';
import { makeRowLimits, type RowLimits } from './rowLimits';
import { makeSessionStore } from './sessionStore';
import { makeSharing } from './sharing';
import { makeWithUserLocks } from './userLocks';
import { makeUserStore } from './userStore';

interface ServicePorts {
  readonly database: Database;
  /** Epoch ms; the machine's clock by default. It may jump; the users' clocks never go back. */
  readonly now?: () => number;
  readonly random?: RandomBytes;
  readonly passwordCost?: PasswordCost;
  readonly limits?: RowLimits;
}

/** Creates all services behind the routes. Scripts and simulations use them without the routes. */
export const makeServices = ({
  database,
  now = Date.now,
  random = randomBytes,
  passwordCost,
  limits,
}: ServicePorts) => {
  const hub = makeEventHub();
  const newId = () => makeDocumentId(random);
  const wake = (userIds: readonly number[]) => {
    for (const userId of userIds) hub.wake(userId);
  };
  const onCommit = (userIds: readonly number[]) => {
    wake(userIds);
    database.announce(userIds);
  };
  database.onAnnounced((userIds) => (userIds === null ? hub.wakeAll() : wake(userIds)));
  const passwords = makePasswords(passwordCost);
  const sessions = makeSessionStore(database, now);
  const withUserLocks = makeWithUserLocks(database, now, onCommit);
  const memberships = makeMemberships({ database, newId });
  const clash = makeRowClash(database);
  const makeRoom = makeRowLimits(database, limits);
  const removedLists = makeRemovedLists(database);
  const invitations = makeInvitations({ database, now, random, newId, withUserLocks, memberships, clash });
  return {
    database,
    now,
    hub,
    passwords,
    sessions,
    log: makeEventLog(database, now),
    users: makeUserStore({ database, passwords, sessions, now, newDocumentId: newId, withUserLocks, memberships }),
    records: makeRecordService({
      database,
      now,
      newDocumentId: newId,
      withUserLocks,
      clash,
      removeMember: memberships.removeMember,
      makeRoom,
    }),
    removedLists,
    exportAccount: makeAccountExport(database, removedLists, now),
    restoreList: makeRestoreList({ database, now, newId, withUserLocks, memberships, makeRoom }),
    invitations,
    resets: makePasswordResets({ database, passwords, sessions, now, random }),
    sharing: makeSharing({
      database,
      withUserLocks,
      memberships,
      invitations,
      applied: makeAppliedKeys(database, now),
    }),
  };
};

export type Services = ReturnType<typeof makeServices>;
