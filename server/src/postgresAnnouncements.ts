import { randomUUID } from 'node:crypto';
import pg from 'pg';

export const RECONNECT_MS = 1000;
/** A lost connection may give no sign, so it is checked at this interval and must answer. */
const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5000;

/**
 * Listens for users whose event logs grew in other processes. Announcements may be lost. So after each (re)connect the
 * listener gets null, which means "read again for all users".
 */
export const listenForAnnouncements = (address: string) => {
  const self = randomUUID();
  const listeners: ((userIds: readonly number[] | null) => void)[] = [];
  const tell = (userIds: readonly number[] | null) => {
    for (const listener of listeners) listener(userIds);
  };
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connectLater = () => {
    timer = setTimeout(connect, RECONNECT_MS);
    timer.unref();
  };

  /** Null if a file that the address names (`sslrootcert`) cannot be read now. */
  const makeClient = (): pg.Client | null => {
    try {
      return new pg.Client({
        connectionString: address,
        keepAlive: true,
        connectionTimeoutMillis: ANSWER_WITHIN_MS,
        query_timeout: ANSWER_WITHIN_MS,
      });
    } catch {
      return null;
    }
  };

  const connect = async (): Promise<void> => {
    const next = makeClient();
    if (next === null) return connectLater();
    const asking = setInterval(() => void next.query('select 1').catch(lose), ASK_EVERY_MS);
    asking.unref();
    client = next;
    let isLost = false;
    const lose = () => {
      clearInterval(asking);
      if (isLost || isClosed) return;
      isLost = true;
      // Ending a broken connection may never finish, so nothing waits for it.
      next.end().catch(() => undefined);
      connectLater();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ payload = '' }) => {
      const [sender, ...userIds] = payload.split(' ');
      if (sender !== self) tell(userIds.map(Number));
    });
    try {
      await next.connect();
      await next.query('listen listy');
      tell(null);
    } catch {
      lose();
    }
  };
  const connected = connect();

  return {
    self,
    onAnnounced: (listener: (userIds: readonly number[] | null) => void): void => {
      listeners.push(listener);
    },
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await connected;
      await client?.end().catch(() => undefined);
    },
  };
};
