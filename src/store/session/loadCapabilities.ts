import { CAPABILITIES_REQUEST, type Capabilities, offeredBy } from '../../contract/capabilities';
import { isObject } from '../../contract/records';
import { callProvider, QUESTION_TIMEOUT_MS } from '../acts/callProvider';
import type { AppThunk } from '../state/appStore';
import { capabilitiesLoaded, selectCapabilities, selectIsProviderKnown } from '../state/capabilitiesSlice';
import { selectIsLoading, taskEnded, taskStarted } from '../state/loadingSlice';
import type { RootState } from '../state/rootReducer';
import { type GuestWish, selectGuestWish } from '../state/sessionSlice';

/**
 * Requests the provider's capabilities and stores them, for later rounds too. Null without an answer.
 * @param signal aborts when nobody waits any more
 */
export const fetchCapabilities =
  (signal?: AbortSignal): AppThunk<Promise<Capabilities | null>> =>
  async (dispatch, _getState, { ports }) => {
    const request = { ...CAPABILITIES_REQUEST, ...(signal && { signal }) };
    const offered = offeredBy(await dispatch(callProvider(request, null, isObject, QUESTION_TIMEOUT_MS)));
    if (!offered) return null;
    dispatch(capabilitiesLoaded(offered));
    // If this is not stored, the next start asks again.
    const stored = ports.openProviderMemory().then((memory) => memory.write(offered));
    stored.catch(() => undefined);
    return offered;
  };

/** Whether a form is open that a guest asked for. */
export const selectIsGuestAt = (state: RootState, form: NonNullable<GuestWish>): boolean =>
  selectGuestWish(state) === form && selectCapabilities(state)[form];

/** Requests the capabilities unless they are known. Without an answer, `startListeners.ts` repeats the request. */
export const loadCapabilities = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (selectIsProviderKnown(getState()) || selectIsLoading(getState(), 'loadCapabilities')) return;
  dispatch(taskStarted('loadCapabilities'));
  await dispatch(fetchCapabilities());
  dispatch(taskEnded('loadCapabilities'));
};
