import type { Database } from './database';
import { makeDocumentId, type RandomBytes } from './documentId';
import { makeEventHub } from './eventHub';
import { makeEventLog } from './eventLog';
import { makePasswords, type PasswordCost } from './passwords';
import { makeRecordService } from './recordService';
import type { RowLimits } from './rowLimits';
import { makeUserStore } from './userStore';

export interface ServicePorts {
  readonly database: Database;
  /** Epoch ms; the machine's clock unless a test says otherwise. It may jump: the users' clocks do not follow it back. */
  readonly now?: () => number;
  readonly random?: RandomBytes;
  readonly passwordCost?: PasswordCost;
  readonly limits?: RowLimits;
}

/** Everything behind the routes, wired. Usable without the routes, for a script or a simulation. */
export const makeServices = ({ database, now = Date.now, random, passwordCost, limits }: ServicePorts) => {
  const hub = makeEventHub();
  const newDocumentId = () => makeDocumentId(random);
  const onCommit = (userId: number) => {
    hub.wake(userId);
    database.announce(userId);
  };
  database.onAnnounced((userId) => (userId === null ? hub.wakeAll() : hub.wake(userId)));
  const passwords = makePasswords(passwordCost);
  return {
    database,
    now,
    hub,
    passwords,
    log: makeEventLog(database, now),
    users: makeUserStore({ database, passwords, now, newDocumentId }),
    records: makeRecordService({ database, now, newDocumentId, onCommit, limits }),
  };
};

export type Services = ReturnType<typeof makeServices>;
