import type { FastifyInstance } from 'fastify';
import { isObject } from '../../src/contract/records';

/** What is done to an account, by the call that does it. */
const ACTS = new Map([
  ['POST /auth/local', 'signed in'],
  ['POST /auth/demo', 'signed in'],
  ['POST /auth/local/register', 'signed up'],
  ['POST /auth/change-password', 'password changed'],
  ['POST /auth/reset-password', 'password reset'],
  ['POST /auth/logout', 'signed out'],
  ['POST /auth/logout-others', 'other sessions ended'],
  ['GET /users/me/export', 'data exported'],
  ['DELETE /users/me', 'account removed'],
]);

/** No or a bad token, or too many tries. */
const REFUSALS = new Set([401, 403, 429]);

/** Calls with a secret code: whatever is refused there may be a guess. */
const WITH_CODE = new Set(['POST /auth/reset-password', 'POST /invites/preview', 'POST /invites/accept']);

const userIn = (answer: unknown): unknown => (isObject(answer) && isObject(answer.user) ? answer.user.id : undefined);

/**
 * One line for each act on an account, and for each call that is refused: the address, the account's id, and never a name, a token or a code.
 * A failed sign-in has a line of its own (`passwordCheck.ts`). Rows that somebody may not see are as unknown as any other, and are not told of.
 */
export const tellSecurity = (scope: FastifyInstance): void => {
  const callOf = (method: string, url = ''): string => `${method} ${url.slice(scope.prefix.length)}`;

  // An error is answered as text, so only what went well comes here.
  scope.addHook('preSerialization', async (request, _reply, answer) => {
    const act = ACTS.get(callOf(request.method, request.routeOptions.url));
    const user = userIn(answer) ?? request.session?.user.id;
    if (act) request.log.info({ address: request.ip, user }, act);
    return answer;
  });

  scope.addHook('onResponse', async ({ method, routeOptions, ip, session, log }, { statusCode: status }) => {
    const isGuess = status >= 400 && status < 500 && WITH_CODE.has(callOf(method, routeOptions.url));
    if (!isGuess && !REFUSALS.has(status)) return;
    log.warn({ address: ip, user: session?.user.id, status, route: `${method} ${routeOptions.url}` }, 'refused');
  });
};
