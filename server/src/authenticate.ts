import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden } from './problems';
import type { Session, Tokens } from './tokens';
import type { Writer } from './userTurn';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set by `requireSession` before the handler runs. */
    session: Session | null;
  }
}

const SESSION_ID_LENGTH = 128;

/** Every route of the scope needs a token: none is 403, as Strapi has it, and a bad one 401. */
export const requireSession = (scope: FastifyInstance, tokens: Tokens): void => {
  scope.decorateRequest('session', null);
  scope.addHook('onRequest', async (request) => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) throw forbidden();
    request.session = await tokens.open(token);
  });
};

export const sessionOf = (request: FastifyRequest): Session => {
  if (!request.session) throw new Error('a route outside requireSession asked for the session');
  return request.session;
};

const header = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value ? value : null;

/** The browser session that asks, shortened: it is the caller's text and is stored with each event. */
export const sessionIdOf = (request: FastifyRequest): string | null =>
  header(request.headers['x-session-id'])?.slice(0, SESSION_ID_LENGTH) ?? null;

export const writerOf = (request: FastifyRequest): Writer => ({
  userId: sessionOf(request).user.id,
  session: sessionIdOf(request),
});

const KEY_LENGTH = 256;

/** The write's `Idempotency-Key`; one too long to be stored is no key. */
export const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = header(request.headers['idempotency-key']);
  return key !== null && key.length <= KEY_LENGTH ? key : null;
};
