import { randomUUID } from 'node:crypto';
import pg from 'pg';

const RECONNECT_MS = 1000;
/** A database that went without a word sends nothing, so it is asked now and then, and must answer. */
const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5000;

/**
 * Hears which users' event logs grew in other processes. An announcement is a wake-up and may be lost: after each
 * (re)connect the listener is called with null, which means "read again for everybody".
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

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: address,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    const asking = setInterval(() => void next.query('select 1').catch(lose), ASK_EVERY_MS);
    asking.unref();
    client = next;
    let isLost = false;
    const lose = () => {
      clearInterval(asking);
      if (isLost || isClosed) return;
      isLost = true;
      // Its goodbye may wait for an answer for ever; nobody waits for it.
      next.end().catch(() => undefined);
      timer = setTimeout(connect, RECONNECT_MS);
      timer.unref();
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
