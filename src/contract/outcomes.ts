import { isObject } from './records';

/**
 * What a status means for the client. Only this file turns a status into an outcome; a caller may still ask which status
 * a refusal had. Data are given up only with evidence: no outcome means that a row was removed, and a change is given up
 * only if the provider itself refuses it.
 *
 * - ok: done, and the body has the promised form (null for a 204 to a removal)
 * - taken: a create, but the uuid exists already. The client reads the row to decide.
 * - doubtful: a 404 to a write. Another program, a wrong path or an outdated replica may have sent it, so the client
 *   reads the row to decide.
 * - refused: the provider will never accept the request, so it is not sent again
 * - retry: the call failed and its effect is unknown. Everything is kept for another try, not before `afterMs` if the
 *   server named a delay. With `brokenBy`, probably only this request fails, and others may succeed: the provider failed
 *   on it, or the answer is not the provider's (`other`). With `isUnknownMethod`, another HTTP method may work.
 * - signedOut: the token is not valid any more
 */
export type Outcome =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'taken' }
  | { readonly kind: 'doubtful'; readonly status: number; readonly message: string }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs: number | null;
      readonly brokenBy?: 'provider' | 'other';
      readonly isUnknownMethod?: true;
    }
  | { readonly kind: 'signedOut'; readonly status: number };

export type CallKind = 'read' | 'create' | 'update' | 'remove';

/** A raw answer. The body is text, because the page of a captive portal also has a status of success. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly rateLimitReset: string | null;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The message in the provider's error body. Null if a proxy answered, whose body has another form or status. */
const errorMessage = (body: unknown, answered: number): string | null => {
  if (!isObject(body) || !isObject(body.error)) return null;
  const { status = answered, message } = body.error;
  if (status !== answered) return null;
  return typeof message === 'string' ? message : '';
};

/**
 * The delay that the server named, in ms from `now`; null without one. It is read from `Retry-After` (seconds or a
 * date), else from `X-RateLimit-Reset` (epoch seconds).
 */
const delayOf = (answer: Answer, now: number): number | null => {
  const seconds = Number(answer.retryAfter);
  if (answer.retryAfter !== null && answer.retryAfter !== '' && Number.isFinite(seconds))
    return Math.max(0, seconds * 1000);
  const date = Date.parse(answer.retryAfter ?? '');
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  // Many servers send `X-RateLimit-Reset` with every answer. With a server error it does not ask for a delay.
  if (answer.status >= 500) return null;
  const reset = Number(answer.rateLimitReset);
  return answer.rateLimitReset && Number.isFinite(reset) ? Math.max(0, reset * 1000 - now) : null;
};

const TOO_LARGE = 413;
const TOO_MANY = 429;

/** Only these blame the request. A 431, for example, is about headers, and a 402 about the account. */
const REFUSALS = new Set([400, 404, 405, 409, 410, 413, 422]);

/** These ask to wait, whatever the request. */
const DELAYS = new Set([408, 425, TOO_MANY]);

/** Strapi answers 405 if the route lacks the method, and 501 if it does not know the method at all; both without JSON. */
const UNKNOWN_METHOD = new Set([405, 501]);

/** Whether the same request may succeed later, because the status does not blame the request. */
export const isWorthRetrying = (status: number): boolean => !REFUSALS.has(status);

/** Our requests do not follow redirects; fetch then reports the status 0. */
const isRedirect = (status: number): boolean => status === 0 || (status >= 300 && status < 400);

const statusReason = (status: number): string => `status ${status}`;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Reads an answer.
 * @param promises whether a body has the promised form; a 2xx with another body counts as a failed call
 * @param now epoch ms, for a delay that the server gives as a date
 */
export const outcomeOf = (
  kind: CallKind,
  answer: Answer,
  promises: (body: unknown) => boolean,
  now: number,
): Outcome => {
  const { status } = answer;
  if (isRedirect(status)) return { kind: 'retry', reason: 'redirected', afterMs: null, brokenBy: 'other' };
  if (status === 204 && kind === 'remove') return { kind: 'ok', body: null };
  const body = parseJson(answer.body);
  if (isSuccess(status)) {
    return body !== undefined && promises(body)
      ? { kind: 'ok', body }
      : { kind: 'retry', reason: `unexpected body, status ${status}`, afterMs: null, brokenBy: 'other' };
  }
  if (status === 401 || status === 403) return { kind: 'signedOut', status };
  const message = errorMessage(body, status);
  const isProviders = message !== null;
  if (isWorthRetrying(status) || !isProviders) {
    const isBroken = (isProviders && status === 500) || status === TOO_LARGE;
    // It says nothing about the write. But one row must not keep all others waiting.
    const isOdd = isProviders && status < 500 && !REFUSALS.has(status) && !DELAYS.has(status);
    const isUnknownMethod = UNKNOWN_METHOD.has(status);
    return {
      kind: 'retry',
      reason: statusReason(status),
      afterMs: delayOf(answer, now),
      ...(isBroken && { brokenBy: 'provider' }),
      ...(isOdd && { brokenBy: 'other' }),
      ...(isUnknownMethod && { isUnknownMethod }),
    };
  }
  if (status === 404 && kind !== 'read') return { kind: 'doubtful', status, message };
  if (status === 400 && kind === 'create' && /must be unique/i.test(message)) return { kind: 'taken' };
  return { kind: 'refused', status, message };
};

/** Whether the server refused the call because there were too many. */
export const isTooMany = (outcome: Outcome): boolean =>
  outcome.kind === 'retry' && outcome.reason === statusReason(TOO_MANY);

/** The outcome of a request without an answer. */
export const unanswered = (reason: string): Extract<Outcome, { kind: 'retry' }> => ({
  kind: 'retry',
  reason,
  afterMs: null,
});

/**
 * Whether a 2xx has a body without the promised form: it was cut off, or comes from a captive portal. The browser's
 * cache may have stored this body, and would return it for each 304.
 */
export const isBadBody = (outcome: Outcome, status: number): boolean => outcome.kind === 'retry' && isSuccess(status);

/** The text of a failure for the log. */
export const failureText = (outcome: Exclude<Outcome, { kind: 'ok' }>): string => {
  switch (outcome.kind) {
    case 'retry':
      return outcome.reason;
    case 'refused':
    case 'doubtful':
      return `${outcome.kind} ${outcome.status} ${outcome.message}`;
    default:
      return outcome.kind;
  }
};
