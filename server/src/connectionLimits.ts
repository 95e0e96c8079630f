import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** How long one connection is waited for. Without such limits a few hundred callers who say a letter a minute hold all connections. */
export interface ConnectionLimits {
  /** Until the headers are there. */
  readonly headersWithinMs: number;
  /** Until the body is there as well: a megabyte over a poor line. */
  readonly requestWithinMs: number;
  /** Without a byte either way, so an answer that nobody takes. An event stream has its heartbeats, and ends stalled readers itself. */
  readonly silentMs: number;
  /** How often the first two are looked at. */
  readonly lookEveryMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersWithinMs: 30_000,
  requestWithinMs: 300_000,
  silentMs: 120_000,
  lookEveryMs: 10_000,
};

/** The request line and all headers together. The longest address of a client, that of a hundred uuids, has 6 kB. */
export const LONGEST_HEADERS = 16 * 1024;

/** Who is too slow is answered 408, who says too much in the headers or the address 431, both as `errorAnswers.ts` has it. */
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
