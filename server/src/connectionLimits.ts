import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/**
 * Time limits for one connection. Without them a few hundred callers that send a letter a minute could occupy all
 * connections.
 */
export interface ConnectionLimits {
  /** The longest time until the headers have arrived. */
  readonly headersWithinMs: number;
  /** The longest time until the body has arrived too: a megabyte over a slow line. */
  readonly requestWithinMs: number;
  /**
   * The longest time without a byte in either direction, for example when nobody reads the answer. Event streams have
   * heartbeats and close stalled readers themselves.
   */
  readonly silentMs: number;
  /** How often the first two limits are checked. */
  readonly lookEveryMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersWithinMs: 30_000,
  requestWithinMs: 300_000,
  silentMs: 120_000,
  lookEveryMs: 10_000,
};

/** The most event streams that one user may have open, without the setting of this name. */
export const STREAMS_PER_USER = 32;

/**
 * The size limit for the request line and all headers. A client's longest request line, with a hundred uuids, has 6 kB.
 */
const LONGEST_HEADERS = 16 * 1024;

/** Too slow a request is answered 408, too long headers or address 431 (`errorAnswers.ts`). */
export const connectionOptions = (limits: ConnectionLimits = CONNECTION_LIMITS) =>
  ({
    requestTimeout: limits.requestWithinMs,
    connectionTimeout: limits.silentMs,
    http: {
      maxHeaderSize: LONGEST_HEADERS,
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      connectionsCheckingInterval: limits.lookEveryMs,
    },
  }) satisfies FastifyHttpOptions<Server>;
