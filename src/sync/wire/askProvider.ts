import { type Called, call, type HttpRequest } from './call';
import { type HttpPorts, makeSend } from './http';

interface Question {
  readonly request: HttpRequest;
  /** Null sends no Authorization header, because a stale token would make a right password fail. */
  readonly token: string | null;
  /** Whether a body has the expected form. */
  readonly promises: (body: unknown) => boolean;
}

export type AskPorts = Pick<HttpPorts, 'fetch' | 'apiUrl' | 'sessionId' | 'xsrfToken'> & { readonly now: () => number };

/**
 * One request that is not about rows of a round, with the headers of its answer. Never rejects: a failure is an
 * outcome.
 */
export const askProvider = (ports: AskPorts, { request, token, promises }: Question): Promise<Called> => {
  const send = makeSend({ ...ports, token: () => token });
  const kind = request.method === 'DELETE' ? 'remove' : 'read';
  return call({ send, now: ports.now }, { kind, request, promises });
};
