import type { Outcome } from '../contract/outcomes';
import { call, type HttpRequest } from './call';
import { type HttpPorts, makeSend } from './http';

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
  const kind = request.method === 'DELETE' ? 'remove' : 'read';
  return (await call({ send, now: ports.now }, { kind, request, promises })).outcome;
};
