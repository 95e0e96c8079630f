import { type Answer, type Outcome, outcomeOf, unanswered } from '../contract/outcomes';
import { makeSend } from '../sync/http';
import type { HttpRequest } from '../sync/syncApi';
import type { AppThunk } from './appStore';

type Request = Omit<HttpRequest, 'signal'>;

/** One call outside a round; `token` null sends no Authorization (a stale one would make a right password fail). */
export const callProvider =
  (request: Request, token: string | null, promises: (body: unknown) => boolean): AppThunk<Promise<Outcome>> =>
  async (_dispatch, _getState, { ports }) => {
    const send = makeSend({ ...ports, token: () => token, takesIdempotencyKey: () => false });
    try {
      const { status, body, header } = await send({ ...request, signal: new AbortController().signal });
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
