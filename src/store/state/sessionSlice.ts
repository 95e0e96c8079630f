import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../../contract/user';

/**
 * - starting: the stored token was not read yet
 * - guest: no token
 * - opening: there is a token, and the user's stored data are being read (or the server is asked who the user is)
 * - open: the user's data are on screen
 */
type SessionPhase = 'starting' | 'guest' | 'opening' | 'open';

/** The form that a guest asked for in place of the sign-in. It opens when the provider is known to offer it. */
export type GuestWish = 'registration' | 'passwordReset' | null;

export type GuestTrouble = 'unreachable' | 'tooMany';

interface SessionState {
  phase: SessionPhase;
  user: User | null;
  /** The last session ended because the token was refused. */
  isExpired: boolean;
  /** The server did not answer the question whose token this is. */
  isUnanswered: boolean;
  /**
   * The user whose session ended last, and whether this tab's token was refused. A tab that another tab has signed out
   * cannot know whether the person did that.
   */
  previous: { readonly user: User; readonly isExpired: boolean } | null;
  guestWish: GuestWish;
  /** Why the guest's last request failed; not for a wrong password. */
  guestTrouble: GuestTrouble | null;
}

const initialState: SessionState = {
  phase: 'starting',
  user: null,
  isExpired: false,
  isUnanswered: false,
  previous: null,
  guestWish: null,
  guestTrouble: null,
};

/** The server did not say whose token this is. `tries` is the number of earlier requests without an answer. */
export const askedInVain = createAction<number>('session/askedInVain');

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionOpening: (state, { payload }: PayloadAction<User | null>) => {
      state.phase = 'opening';
      state.user = payload;
      state.isExpired = false;
      state.isUnanswered = false;
    },
    sessionOpened: (state, { payload }: PayloadAction<User>) => {
      state.phase = 'open';
      state.user = payload;
    },
    userLoaded: (state, { payload }: PayloadAction<User>) => {
      state.user = payload;
      state.isUnanswered = false;
    },
    sessionEnded: (state, { payload }: PayloadAction<'expired' | 'none'>) => {
      state.phase = 'guest';
      if (state.user) state.previous = { user: state.user, isExpired: payload === 'expired' };
      state.user = null;
      state.isExpired = payload === 'expired';
      state.isUnanswered = false;
    },
    guestWished: (state, { payload }: PayloadAction<GuestWish>) => {
      if (payload === state.guestWish) return;
      state.guestWish = payload;
      state.guestTrouble = null;
    },
    guestTroubled: (state, { payload }: PayloadAction<GuestTrouble | null>) => {
      state.guestTrouble = payload;
    },
    expiryNoticed: (state) => {
      state.isExpired = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(askedInVain, (state) => {
      state.isUnanswered = true;
    });
  },
  selectors: {
    selectSessionPhase: (state) => state.phase,
    selectUser: (state) => state.user,
    /** A token whose user is unknown, because the server could not be asked. */
    selectIsUserUnknown: (state) => state.phase === 'opening' && state.user === null,
    /** The stored user is valid for now, and the server will be asked about them. */
    selectIsUserUnanswered: (state) => state.isUnanswered && state.user !== null,
    selectIsExpired: (state) => state.isExpired,
    selectPrevious: (state) => state.previous,
    selectGuestWish: (state) => state.guestWish,
    selectGuestTrouble: (state) => state.guestTrouble,
  },
});

export const { sessionOpening, sessionOpened, userLoaded, sessionEnded, expiryNoticed, guestWished, guestTroubled } =
  sessionSlice.actions;
export const {
  selectSessionPhase,
  selectUser,
  selectIsUserUnknown,
  selectIsUserUnanswered,
  selectIsExpired,
  selectPrevious,
  selectGuestWish,
  selectGuestTrouble,
} = sessionSlice.selectors;
export const sessionReducer = sessionSlice.reducer;
