import type { Outcome } from '../../contract/outcomes';
import { type Called, call, type HttpRequest } from '../../sync/wire/call';
import { makeSend } from '../../sync/wire/http';
import type { AppThunk } from '../state/appStore';

/** A request without an answer has failed after this time. With 2 s of latency, opening a connection alone takes 8 s. */
export const QUESTION_TIMEOUT_MS = 30_000;

/** A caller that may stop earlier passes a signal. */
type Request = Omit<HttpRequest, 'signal'> & Partial<Pick<HttpRequest, 'signal'>>;

/**
 * One request outside a round, with the headers of its answer. A `token` of null sends no Authorization header: a stale
 * token would make a right password fail.
 * @param timeoutMs the request counts as unanswered after this time. Without it, the request waits as long as the
 *   network
 */
export const callWithHeaders =
  (
    request: Request,
    token: string | null,
    promises: (body: unknown) => boolean,
    timeoutMs?: number,
  ): AppThunk<Promise<Called>> =>
  async (_dispatch, _getState, { ports }) => {
    const controller = new AbortController();
    const giveUp = (): void => controller.abort();
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    if (request.signal?.aborted) giveUp();
    request.signal?.addEventListener('abort', giveUp);
    const send = makeSend({ ...ports, token: () => token });
    const kind = request.method === 'DELETE' ? 'remove' : 'read';
    const asked = { kind, request: { ...request, signal: controller.signal }, promises } as const;
    try {
      return await call({ send, now: ports.now }, asked);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', giveUp);
    }
  };

export const callProvider =
  (...call: Parameters<typeof callWithHeaders>): AppThunk<Promise<Outcome>> =>
  async (dispatch) =>
    (await dispatch(callWithHeaders(...call))).outcome;
