import { makeRootReducer, type RootState } from './rootReducer';
import { sessionEnded } from './sessionSlice';

/**
 * The state of a page on which nobody is signed in and nothing has happened: the build and the browser both start with
 * it.
 */
export const guestState = (): RootState => makeRootReducer()(undefined, sessionEnded('none'));
