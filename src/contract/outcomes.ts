import { isObject } from './records';

/**
 * What a status means to the client: one table, as values. Nobody else reads a status. What destroys needs evidence: no answer
 * here means that a row was removed, and only the provider's own refusal gives a change up.
 *
 * - ok: done, and the body is what the call promised (null for a 204 to a removal)
 * - taken: a create met an existing uuid; the row is looked up
 * - doubtful: a 404 to a write. Another program, a wrong mount or a replica that is behind says it too; the row is looked up
 * - refused: the provider will never accept it; not failed, not to be sent again
 * - retry: a failed call. Nothing is known; keep everything and come again, not before `afterMs` when the server named a delay.
 *   `brokenBy` where it failed for this request alone, as far as one can tell, and others may go through: the provider itself broke
 *   on it, or another gave an answer that is not the provider's; `isUnknownMethod` where
 *   another method may do
 * - signedOut: the token is no longer good
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

/** An answer as it came: the body is text, because a captive portal's page has the status of a success. */
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

/** The message of the provider's own error body; null when something between answered, which knows no such body or another status. */
const errorMessage = (body: unknown, answered: number): string | null => {
  if (!isObject(body) || !isObject(body.error)) return null;
  const { status = answered, message } = body.error;
  if (status !== answered) return null;
  return typeof message === 'string' ? message : '';
};

/** `Retry-After` in seconds or as a date, else, of a 4xx, `X-RateLimit-Reset` in epoch seconds; in ms from `now`, null when absent. */
const delayOf = (answer: Answer, now: number): number | null => {
  const seconds = Number(answer.retryAfter);
  if (answer.retryAfter !== null && answer.retryAfter !== '' && Number.isFinite(seconds))
    return Math.max(0, seconds * 1000);
  const date = Date.parse(answer.retryAfter ?? '');
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  // Many servers say with each answer when they will have counted anew: one that is in trouble does not ask to be left alone.
  if (answer.status >= 500) return null;
  const reset = Number(answer.rateLimitReset);
  return answer.rateLimitReset && Number.isFinite(reset) ? Math.max(0, reset * 1000 - now) : null;
};

const TOO_LARGE = 413;
const RETRIED = new Set([408, 425, 429]);

/** Strapi says the one of a method that a route lacks, and the other of one that it never heard of; both without JSON. */
const UNKNOWN_METHOD = new Set([405, 501]);

/** Whether a status says nothing about the request itself, so that it is worth another try. */
export const isWorthRetrying = (status: number): boolean => status < 400 || status >= 500 || RETRIED.has(status);

/** Fetch does not follow a redirect, and shows it as status 0. */
const isRedirect = (status: number): boolean => status === 0 || (status >= 300 && status < 400);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Reads an answer.
 * @param promises whether a body is what the call promised; a 2xx with another body counts as a failed call
 * @param now epoch ms, for a delay the server gives as a date
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
    const isUnknownMethod = UNKNOWN_METHOD.has(status);
    return {
      kind: 'retry',
      reason: `status ${status}`,
      afterMs: delayOf(answer, now),
      ...(isBroken && { brokenBy: 'provider' }),
      ...(isUnknownMethod && { isUnknownMethod }),
    };
  }
  if (status === 404 && kind !== 'read') return { kind: 'doubtful', status, message };
  if (status === 400 && kind === 'create' && /must be unique/i.test(message)) return { kind: 'taken' };
  return { kind: 'refused', status, message };
};

/** What a request that never got an answer means. */
export const unanswered = (reason: string): Extract<Outcome, { kind: 'retry' }> => ({
  kind: 'retry',
  reason,
  afterMs: null,
});

/**
 * Whether a 2xx came with a body that its call did not promise: cut on its way, or of a captive portal. The browser's cache may
 * have kept it, and gives it again for each 304.
 */
export const isBadBody = (outcome: Outcome, status: number): boolean => outcome.kind === 'retry' && isSuccess(status);

/** A failure in words, for the log. */
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
