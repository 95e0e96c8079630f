import { type CallKind, isBadBody, type Outcome, outcomeOf, unanswered } from '../../contract/outcomes';

/** One call to the provider and what its answer means. Each call of the app, of a round or outside one, goes through here. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API base: `/lists`. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** Past the browser's cache, which else asks whether what it has still holds. */
  readonly cache?: 'reload';
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly header: (name: string) => string | null;
}

/** Sends one request with the session's headers; rejects only when no answer came. */
export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>;

export interface CallPorts {
  readonly send: SendRequest;
  /** Epoch ms, to read a `Retry-After` that is a date. */
  readonly now: () => number;
}

export interface Call {
  readonly kind: CallKind;
  readonly request: HttpRequest;
  /** Whether a 2xx body is what the call promises. */
  readonly promises: (body: unknown) => boolean;
}

export interface Called {
  readonly outcome: Outcome;
  /** A header of the answer; null without one. */
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
 * Never rejects. A GET that is answered with a bad body is asked once more past the browser's cache: a cut body that is kept there
 * with its ETag would come again with each 304, also after a restart.
 */
export const call = async (ports: CallPorts, { request, ...asked }: Call): Promise<Called> => {
  const first = await callOnce(ports, { request, ...asked });
  const isAskedAgain = request.method === 'GET' && isBadBody(first.outcome, first.status) && !request.signal.aborted;
  return isAskedAgain ? callOnce(ports, { request: { ...request, cache: 'reload' }, ...asked }) : first;
};
