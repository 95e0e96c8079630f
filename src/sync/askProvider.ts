import { type Answer, type Outcome, outcomeOf, unanswered } from '../contract/outcomes';
import { type HttpPorts, makeSend } from './http';
import type { HttpRequest } from './syncApi';

export interface Question {
  readonly request: HttpRequest;
  /** Null sends no Authorization: a stale one would make a right password fail. */
  readonly token: string | null;
  /** Whether a body is what the call promises. */
  readonly promises: (body: unknown) => boolean;
}

export type AskPorts = Pick<HttpPorts, 'fetch' | 'apiUrl' | 'sessionId' | 'xsrfToken'> & { readonly now: () => number };

/** One call outside the rows of a round. Never rejects: what the wire does becomes an outcome. */
export const askProvider = async (ports: AskPorts, { request, token, promises }: Question): Promise<Outcome> => {
  const send = makeSend({ ...ports, token: () => token, takesIdempotencyKey: () => false });
  try {
    const { status, body, header } = await send(request);
    const answer: Answer = {
      status,
      body,
      retryAfter: header('Retry-After'),
      rateLimitReset: header('X-RateLimit-Reset'),
    };
    return outcomeOf('read', answer, promises, ports.now());
  } catch (error) {
    return unanswered(String(error));
  }
};
