import type { FastifyInstance } from 'fastify';
import { isObject } from '../../src/contract/records';

/** The account actions, by route. */
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

/** A missing or bad token, or too many tries. */
const REFUSALS = new Set([401, 403, 429]);

/** Routes with a secret code: a refusal may be a guess. */
const WITH_CODE = new Set(['POST /auth/reset-password', 'POST /invites/preview', 'POST /invites/accept']);

const userIn = (answer: unknown): unknown => (isObject(answer) && isObject(answer.user) ? answer.user.id : undefined);

/**
 * Logs one line for each action on an account and for each refused call. It has the address and the account's id, never
 * a name, token or code. Failed sign-ins are logged in `passwordCheck.ts`. Requests for rows that the caller may not
 * see are 404s and are not logged.
 */
export const logSecurity = (scope: FastifyInstance): void => {
  const callOf = (method: string, url = ''): string => `${method} ${url.slice(scope.prefix.length)}`;

  // Errors are sent as text, so only successful answers get here.
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
