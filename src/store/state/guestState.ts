import { makeRootReducer, type RootState } from './rootReducer';
import { sessionEnded } from './sessionSlice';

/** The state of a page on which nobody is signed in and nothing has happened yet: what the build renders, and a browser begins with. */
export const guestState = (): RootState => makeRootReducer()(undefined, sessionEnded('none'));
