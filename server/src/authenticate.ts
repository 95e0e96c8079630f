import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden } from './problems';
import type { Session, Tokens } from './tokens';
import type { Writer } from './userLocks';

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

export const writerOf = (request: FastifyRequest): Writer => {
  const { user } = sessionOf(request);
  return { userId: user.id, session: sessionIdOf(request), isSharing: user.shares === 1 };
};

const KEY_LENGTH = 256;
/** More than any client stands for. */
const MOST_KEYS = 8;

/** The write's own key, and after it those of the writes that it stands for; one that cannot be stored is no key. */
export const splitKeys = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '' && key.length <= KEY_LENGTH)
    .slice(0, MOST_KEYS);

/** What the write says in `Idempotency-Key`. */
export const idempotencyKeysOf = (request: FastifyRequest): readonly string[] =>
  splitKeys(header(request.headers['idempotency-key']));
