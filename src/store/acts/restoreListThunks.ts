import { isObject } from '../../contract/records';
import {
  parseRemovedLists,
  REMOVED_LISTS_REQUEST,
  type RemovedList,
  restoreRequest,
} from '../../contract/removedLists';
import { isInPlaceOf } from '../../contract/uuids';
import type { AppThunk } from '../state/appStore';
import { selectListIds } from '../view/viewSelectors';
import { askOwn } from './askOwn';
import { forceSync } from './forceSync';

/** Only the server keeps removed lists. A restored list arrives on this device like any new list. */

/** The removed lists that can be restored, the last removed first. Null if the provider did not answer. */
export const loadRemovedLists = (): AppThunk<Promise<readonly RemovedList[] | null>> => async (dispatch) => {
  const isAnswer = (body: unknown): boolean => parseRemovedLists(body) !== null;
  const outcome = await dispatch(askOwn(REMOVED_LISTS_REQUEST, isAnswer));
  return outcome.kind === 'ok' ? parseRemovedLists(outcome.body) : null;
};

const NOT_FOUND = 404;

/**
 * `gone`: the list was restored already, or its time is over. `failed`: the result is unknown, and a retry is possible.
 */
export type RestoreOutcome = 'back' | 'gone' | 'failed';

/**
 * Restores a removed list, and pulls. The list that is then there counts, because the answer may be lost.
 * @param uuid of the removed list
 */
export const restoreRemovedList =
  (documentId: string, uuid: string): AppThunk<Promise<RestoreOutcome>> =>
  async (dispatch, getState) => {
    const outcome = await dispatch(askOwn(restoreRequest(documentId), isObject));
    await dispatch(forceSync());
    if (outcome.kind === 'ok' || selectListIds(getState()).some((id) => isInPlaceOf(id, uuid))) return 'back';
    return outcome.kind === 'refused' && outcome.status === NOT_FOUND ? 'gone' : 'failed';
  };
