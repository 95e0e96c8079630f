import { type Answer, type Outcome, outcomeOf, unanswered } from '../contract/outcomes';
import { makeSend } from '../sync/http';
import type { HttpRequest } from '../sync/syncApi';
import type { AppThunk } from './appStore';

/** A server that takes a question and says nothing has failed after so long. */
export const QUESTION_PATIENCE_MS = 15_000;

type Request = Omit<HttpRequest, 'signal'>;

/**
 * One call outside a round; `token` null sends no Authorization (a stale one would make a right password fail).
 * @param patienceMs after so long without an answer it counts as unanswered; none waits as long as the network does
 */
export const callProvider =
  (
    request: Request,
    token: string | null,
    promises: (body: unknown) => boolean,
    patienceMs?: number,
  ): AppThunk<Promise<Outcome>> =>
  async (_dispatch, _getState, { ports }) => {
    const send = makeSend({ ...ports, token: () => token, takesIdempotencyKey: () => false });
    const controller = new AbortController();
    const timer = patienceMs === undefined ? undefined : setTimeout(() => controller.abort(), patienceMs);
    try {
      const { status, body, header } = await send({ ...request, signal: controller.signal });
      const answer: Answer = {
        status,
        body,
        retryAfter: header('Retry-After'),
        rateLimitReset: header('X-RateLimit-Reset'),
      };
      return outcomeOf('read', answer, promises, ports.now());
    } catch (error) {
      return unanswered(String(error));
    } finally {
      clearTimeout(timer);
    }
  };
