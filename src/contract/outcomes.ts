import { isObject } from './records';

/**
 * What a status means to the client: one table, as values. Nobody else reads a status.
 *
 * - ok: done, `body` is the parsed JSON (null where there is none)
 * - taken: a create met an existing uuid
 * - gone: the row was removed elsewhere
 * - refused: the provider will never accept it; not failed, not to be sent again
 * - retry: nothing is known; keep everything and come again, not before `afterMs` when the server named a delay; `isBroken` where
 *   the provider itself broke on this request, or it is too large for a proxy, and others may go through; `isUnknownMethod` where another method may do
 * - signedOut: the token is no longer good
 */
export type Outcome =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs: number | null;
      readonly isBroken?: true;
      readonly isUnknownMethod?: true;
    }
  | { readonly kind: 'signedOut'; readonly status: number };

export type CallKind = 'read' | 'create' | 'update' | 'remove';

/** An answer as it came: the body is text, because a captive portal's page has the status of a success. */
export interface Answer {
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

/** The provider's own error body, or null when the answer came from something between. */
const errorMessage = (body: unknown): string | null => {
  if (!isObject(body) || !isObject(body.error)) return null;
  return typeof body.error.message === 'string' ? body.error.message : '';
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

/**
 * Reads an answer. `promises` tells whether a 2xx body is what the call promised; a body that is not counts as never answered.
 * @param now epoch ms, for a delay the server gives as a date
 */
export const outcomeOf = (
  kind: CallKind,
  answer: Answer,
  promises: (body: unknown) => boolean,
  now: number,
): Outcome => {
  const { status } = answer;
  const body = parseJson(answer.body);
  if (status >= 200 && status < 300) {
    const isSilent = answer.body === '' && kind === 'remove';
    if (isSilent) return { kind: 'ok', body: null };
    return body !== undefined && promises(body)
      ? { kind: 'ok', body }
      : { kind: 'retry', reason: `unexpected body, status ${status}`, afterMs: null };
  }
  if (status === 401 || status === 403) return { kind: 'signedOut', status };
  const message = errorMessage(body);
  const isProviders = message !== null;
  if (isWorthRetrying(status) || !isProviders) {
    const isBroken = (isProviders && status === 500) || status === TOO_LARGE;
    const isUnknownMethod = UNKNOWN_METHOD.has(status);
    return {
      kind: 'retry',
      reason: `status ${status}`,
      afterMs: delayOf(answer, now),
      ...(isBroken && { isBroken }),
      ...(isUnknownMethod && { isUnknownMethod }),
    };
  }
  if (status === 404 && (kind === 'update' || kind === 'remove')) return { kind: 'gone' };
  if (status === 400 && kind === 'create' && /must be unique/i.test(message)) return { kind: 'taken' };
  return { kind: 'refused', status, message };
};

/** What a request that never got an answer means. */
export const unanswered = (reason: string): Outcome => ({ kind: 'retry', reason, afterMs: null });
