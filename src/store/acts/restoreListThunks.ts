import type { ListId } from '../../contract/ids';
import { isObject } from '../../contract/records';
import {
  parseRemovedLists,
  REMOVED_LISTS_REQUEST,
  type RemovedList,
  restoreRequest,
} from '../../contract/removedLists';
import { isInPlaceOf } from '../../contract/uuids';
import type { AppThunk } from '../state/appStore';
import { selectListIds, selectUnsentCount } from '../view/viewSelectors';
import { askOwn } from './askOwn';
import { forceSync, syncSoon } from './forceSync';

/** Only the server keeps removed lists. A restored list arrives on this device like any new list. */

/** A server that hangs must not keep the person waiting: the question that follows has a time limit of its own. */
const SENT_WITHIN_MS = 5000;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The removed lists that can be restored, the last removed first. Null if the provider did not answer. If this tab
 * leads, a removal that waits here is sent first, because the provider knows only of removals that it got.
 */
export const loadRemovedLists = (): AppThunk<Promise<readonly RemovedList[] | null>> => async (dispatch, getState) => {
  if (selectUnsentCount(getState()) > 0) await Promise.race([dispatch(syncSoon()), after(SENT_WITHIN_MS)]);
  const isAnswer = (body: unknown): boolean => parseRemovedLists(body) !== null;
  const outcome = await dispatch(askOwn(REMOVED_LISTS_REQUEST, isAnswer));
  return outcome.kind === 'ok' ? parseRemovedLists(outcome.body) : null;
};

const NOT_FOUND = 404;

/**
 * `gone`: the list was restored already, or its time is over. `refused`: the server does not restore it, for example
 * because the account is full. `failed`: the result is unknown, and a retry is possible.
 */
export type RestoreOutcome = 'back' | 'gone' | 'refused' | 'failed';

/**
 * Restores a removed list, and pulls. A list that is then there counts, because the answer may be lost. One that was there
 * before counts only if the server has nothing to restore: an undo may have made it, without what the removed list has.
 * @param uuid of the removed list
 */
export const restoreRemovedList =
  (documentId: string, uuid: string): AppThunk<Promise<RestoreOutcome>> =>
  async (dispatch, getState) => {
    const inPlace = (): readonly ListId[] => selectListIds(getState()).filter((id) => isInPlaceOf(id, uuid));
    const before = inPlace();
    const outcome = await dispatch(askOwn(restoreRequest(documentId), isObject));
    await dispatch(forceSync());
    const isGone = outcome.kind === 'refused' && outcome.status === NOT_FOUND;
    const isBack = inPlace().some((id) => isGone || !before.includes(id));
    if (outcome.kind === 'ok' || isBack) return 'back';
    if (isGone) return 'gone';
    return outcome.kind === 'refused' ? 'refused' : 'failed';
  };
