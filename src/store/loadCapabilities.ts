import { CAPABILITIES_REQUEST, offeredBy } from '../contract/capabilities';
import type { AppThunk } from './appStore';
import { callProvider, QUESTION_PATIENCE_MS } from './callProvider';
import { selectIsLoading, taskEnded, taskStarted } from './loadingSlice';
import { capabilitiesLoaded, selectIsProviderKnown } from './syncSlice';

/** Asks what the provider offers, unless it has said so. Who got no answer asks again (`syncListeners.ts`). */
export const loadCapabilities = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (selectIsProviderKnown(getState()) || selectIsLoading(getState(), 'loadCapabilities')) return;
  dispatch(taskStarted('loadCapabilities'));
  const offered = offeredBy(await dispatch(callProvider(CAPABILITIES_REQUEST, null, () => true, QUESTION_PATIENCE_MS)));
  if (offered) dispatch(capabilitiesLoaded(offered));
  dispatch(taskEnded('loadCapabilities'));
};
