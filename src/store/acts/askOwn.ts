import { type Outcome, unanswered } from '../../contract/outcomes';
import type { HttpRequest } from '../../sync/wire/call';
import type { AppThunk } from '../state/appStore';
import { callProvider, QUESTION_TIMEOUT_MS } from './callProvider';
import { forceSync } from './forceSync';
import { shownToken } from './ownToken';

/** An outcome, and the token that was used. */
type OwnOutcome = Outcome & { readonly token: string | null };

/**
 * A request of the person whose data are shown, outside a round. If the token is refused, a round follows: it ends the
 * session, as for every refused token.
 */
export const askOwn =
  (
    request: Pick<HttpRequest, 'method' | 'path' | 'body'>,
    promises: (body: unknown) => boolean,
    timeoutMs = QUESTION_TIMEOUT_MS,
  ): AppThunk<Promise<OwnOutcome>> =>
  async (dispatch, getState, { ports }) => {
    const token = shownToken(getState(), ports.session);
    if (token === null) return { ...unanswered('nobody is signed in'), token };
    const outcome = await dispatch(callProvider(request, token, promises, timeoutMs));
    if (outcome.kind === 'signedOut') void dispatch(forceSync());
    return { ...outcome, token };
  };
