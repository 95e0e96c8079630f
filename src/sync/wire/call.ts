import { type CallKind, isBadBody, type Outcome, outcomeOf, unanswered } from '../../contract/outcomes';

/** Sends one request to the provider and interprets its answer. All requests of the app use this. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API base: `/lists`. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** For an answer in words, such as a mail. Without it, the browser names its own languages. */
  readonly language?: string;
  /** Ignores the browser's cache, which otherwise sends its ETag. */
  readonly cache?: 'reload';
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly header: (name: string) => string | null;
}

/** Sends one request with the session's headers. Rejects only without an answer. */
export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>;

export interface CallPorts {
  readonly send: SendRequest;
  /** Epoch ms, to read a `Retry-After` that is a date. */
  readonly now: () => number;
}

interface Call {
  readonly kind: CallKind;
  readonly request: HttpRequest;
  /** Whether the body of a 2xx answer has the expected form. */
  readonly promises: (body: unknown) => boolean;
}

export interface Called {
  readonly outcome: Outcome;
  /** Returns a header of the answer. Null if it is missing. */
  readonly header: HttpAnswer['header'];
}

const noHeader = (): null => null;

const callOnce = async (
  { send, now }: CallPorts,
  { kind, request, promises }: Call,
): Promise<Called & { readonly status: number }> => {
  try {
    const { status, body, header } = await send(request);
    const answer = { status, body, retryAfter: header('Retry-After'), rateLimitReset: header('X-RateLimit-Reset') };
    return { outcome: outcomeOf(kind, answer, promises, now()), header, status };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: unanswered(reason), header: noHeader, status: 0 };
  }
};

/**
 * Never rejects. A GET with a bad body is repeated once without the browser's cache. Otherwise a cut body in the cache
 * would come again with each 304, even after a restart.
 */
export const call = async (ports: CallPorts, { request, ...asked }: Call): Promise<Called> => {
  const first = await callOnce(ports, { request, ...asked });
  const isAskedAgain = request.method === 'GET' && isBadBody(first.outcome, first.status) && !request.signal.aborted;
  return isAskedAgain ? callOnce(ports, { request: { ...request, cache: 'reload' }, ...asked }) : first;
};
