import { isObject } from '../../contract/records';
import {
  parseRemovedLists,
  REMOVED_LISTS_REQUEST,
  type RemovedList,
  restoreRequest,
} from '../../contract/removedLists';
import type { AppThunk } from '../state/appStore';
import { callProvider, QUESTION_TIMEOUT_MS } from './callProvider';
import { forceSync } from './forceSync';
import { shownToken } from './ownToken';

/** Only the server keeps removed lists. A restored list arrives on this device like any new list. */

/** The removed lists that can be restored, the last removed first. Null if the provider did not answer. */
export const loadRemovedLists =
  (): AppThunk<Promise<readonly RemovedList[] | null>> =>
  async (dispatch, getState, { ports }) => {
    const token = shownToken(getState(), ports.session);
    if (!token) return null;
    const isAnswer = (body: unknown): boolean => parseRemovedLists(body) !== null;
    const outcome = await dispatch(callProvider(REMOVED_LISTS_REQUEST, token, isAnswer, QUESTION_TIMEOUT_MS));
    return outcome.kind === 'ok' ? parseRemovedLists(outcome.body) : null;
  };

const NOT_FOUND = 404;

/**
 * `gone`: the list was restored already, or its time is over. `failed`: the result is unknown, and a retry is possible.
 */
export type RestoreOutcome = 'back' | 'gone' | 'failed';

/** Restores a removed list, and pulls. */
export const restoreRemovedList =
  (documentId: string): AppThunk<Promise<RestoreOutcome>> =>
  async (dispatch, getState, { ports }) => {
    const token = shownToken(getState(), ports.session);
    if (!token) return 'failed';
    const request = restoreRequest(documentId);
    const outcome = await dispatch(callProvider(request, token, isObject, QUESTION_TIMEOUT_MS));
    if (outcome.kind === 'refused' && outcome.status === NOT_FOUND) return 'gone';
    if (outcome.kind !== 'ok') return 'failed';
    await dispatch(forceSync());
    return 'back';
  };
