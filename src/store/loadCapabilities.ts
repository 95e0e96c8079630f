import { NO_CAPABILITIES, parseCapabilities } from '../contract/capabilities';
import type { AppThunk } from './appStore';
import { callProvider, QUESTION_PATIENCE_MS } from './callProvider';
import { selectIsLoading, taskEnded, taskStarted } from './loadingSlice';
import { capabilitiesLoaded, selectIsProviderKnown } from './syncSlice';

/**
 * Asks what the provider offers, unless it has said so. A refusal is an answer too: it offers nothing more. Who got no answer
 * asks again (`syncListeners.ts`).
 */
export const loadCapabilities = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (selectIsProviderKnown(getState()) || selectIsLoading(getState(), 'loadCapabilities')) return;
  dispatch(taskStarted('loadCapabilities'));
  const request = { method: 'GET', path: '/capabilities' } as const;
  const outcome = await dispatch(callProvider(request, null, () => true, QUESTION_PATIENCE_MS));
  if (outcome.kind !== 'retry') {
    dispatch(capabilitiesLoaded(outcome.kind === 'ok' ? parseCapabilities(outcome.body) : NO_CAPABILITIES));
  }
  dispatch(taskEnded('loadCapabilities'));
};
