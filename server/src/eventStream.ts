import type { ServerResponse } from 'node:http';
import { isFullPage, type LoggedEvent } from './eventLog';
import type { Services } from './services';
import type { Session, Tokens } from './tokens';

const RETRY_MS = 1000;

export interface EventStreamPorts {
  readonly sink: ServerResponse;
  readonly session: Session;
  readonly sessionId: string | null;
  readonly lastEventId: string | undefined;
  readonly services: Services;
  readonly tokens: Tokens;
  readonly heartbeatMs: number;
  readonly report: (error: Error) => void;
}

const frame = ({ id, name, data }: LoggedEvent): string => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;

/**
 * Sends the events of one user's log to one client. It subscribes first and then reads; a wake-up during reading makes
 * it read again. It holds at most one page in memory. A client that takes nothing between two heartbeats is
 * disconnected. Timer and subscription start together and end together in `close`.
 */
export const openEventStream = (ports: EventStreamPorts): void => {
  const { sink, session, sessionId, services, tokens, heartbeatMs } = ports;
  const { log, hub } = services;
  const { user, claims } = session;
  let cursor = log.startFrom(ports.lastEventId, user.clock);
  let isOpen = true;
  let goOn = (): void => undefined;
  let isReading = false;
  let isWoken = false;
  let isStalled = false;
  /** Whether the client was already stalled at the last heartbeat. */
  let wasStalled = false;

  const send = async (text: string): Promise<void> => {
    if (!isOpen || sink.write(text)) return;
    isStalled = true;
    await new Promise<void>((resume) => {
      goOn = resume;
    });
    isStalled = false;
    wasStalled = false;
  };

  const readLog = async (): Promise<void> => {
    isWoken = true;
    if (isReading) return;
    isReading = true;
    while (isOpen && isWoken) {
      isWoken = false;
      const page = await log.after(user.id, cursor);
      for (const event of page) {
        cursor = event.id;
        if (sessionId === null || event.session !== sessionId) await send(frame(event));
      }
      // Only a full page may have a next one. Later events wake the stream, so most events cost one query.
      if (isFullPage(page)) isWoken = true;
    }
    isReading = false;
  };

  const fail = (error: Error): void => {
    ports.report(error);
    sink.destroy();
  };
  const wake = (): void => void readLog().catch(fail);
  const end = (): void => {
    close();
    // Unread data of a stalled client would keep its socket open for ever.
    if (isStalled) sink.destroy();
    else sink.end();
  };

  /** An expired or revoked token, or a removed user, ends the stream. The next request gets the reason. */
  const isStillAllowed = (): Promise<boolean> =>
    tokens.sessionOf(claims).then(
      () => true,
      () => false,
    );

  const beat = async (): Promise<void> => {
    if (isStalled && wasStalled) sink.destroy();
    else if (!(await isStillAllowed())) end();
    else if (isStalled) wasStalled = true;
    else {
      sink.write(':\n\n');
      wake();
    }
  };

  const unsubscribe = hub.subscribe(user.id, { sessionId, wake, stop: end });
  const heartbeat = setInterval(() => void beat().catch(fail), heartbeatMs);
  const close = (): void => {
    isOpen = false;
    clearInterval(heartbeat);
    unsubscribe();
  };
  sink.on('drain', () => goOn());
  sink.on('close', () => {
    close();
    goOn();
  });
  sink.on('error', close);

  sink.write(`retry: ${RETRY_MS}\n\n`);
  wake();
};
