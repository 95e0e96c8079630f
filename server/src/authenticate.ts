import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden } from './problems';
import type { Session, Tokens } from './tokens';
import type { Writer } from './userLocks';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session; set by `requireSession` before the handler runs. */
    session: Session | null;
  }
}

const SESSION_ID_LENGTH = 128;

/** Demands a token for every route of the scope. Like Strapi, no token is answered 403, and a bad one 401. */
export const requireSession = (scope: FastifyInstance, tokens: Tokens): void => {
  scope.decorateRequest('session', null);
  scope.addHook('onRequest', async (request) => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) throw forbidden();
    request.session = await tokens.open(token);
  });
  // The body may have come long after the headers.
  scope.addHook('preHandler', async (request) => {
    const session = sessionOf(request);
    if (tokens.isCheckDue(session)) request.session = await tokens.sessionOf(session.claims);
  });
};

export const sessionOf = (request: FastifyRequest): Session => {
  if (!request.session) throw new Error('a route outside requireSession asked for the session');
  return request.session;
};

const header = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value ? value : null;

/**
 * The caller's browser session. It is cut to a length, because it is the caller's text and is stored with each event.
 */
export const sessionIdOf = (request: FastifyRequest): string | null =>
  header(request.headers['x-session-id'])?.slice(0, SESSION_ID_LENGTH) ?? null;

export const writerOf = (request: FastifyRequest): Writer => {
  const { user } = sessionOf(request);
  return { userId: user.id, session: sessionIdOf(request), isSharing: user.shares === 1 };
};

const KEY_LENGTH = 256;
/** More than any client sends. */
const MOST_KEYS = 8;

/**
 * Splits the header into the write's own key and the keys of the writes it replaces. Keys that cannot be stored are
 * dropped.
 */
export const splitKeys = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '' && key.length <= KEY_LENGTH)
    .slice(0, MOST_KEYS);

/** The keys in the `Idempotency-Key` header. */
export const idempotencyKeysOf = (request: FastifyRequest): readonly string[] =>
  splitKeys(header(request.headers['idempotency-key']));
