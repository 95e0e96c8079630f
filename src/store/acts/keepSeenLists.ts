import { seenListsKey } from '../../contract/storageKeys';
import type { SeenLists } from '../../domain/seenLists';
import type { AppThunk } from '../state/appStore';
import { selectSessionPhase, selectUser } from '../state/sessionSlice';
import { shownToken } from './ownToken';

/** Stores the lists that are shown now, for the next start. @param seen null if there are no lists */
export const keepSeenLists =
  (seen: SeenLists | null): AppThunk =>
  (_dispatch, getState, { ports }) => {
    const user = selectUser(getState());
    // Another tab may have signed out, which removed what was stored, and may have signed somebody else in.
    const isSignedIn = selectSessionPhase(getState()) === 'open' && shownToken(getState(), ports.session) !== null;
    if (!user || !isSignedIn) return;
    const key = seenListsKey(user.id);
    const text = seen && JSON.stringify(seen);
    if (text === ports.local.getItem(key)) return;
    if (text) ports.local.setItem(key, text);
    else ports.local.removeItem(key);
  };
