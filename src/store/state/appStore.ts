import type { Store, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Ports } from './ports';
import type { RootState } from './rootReducer';
import type { OpenSession } from './session';

/** What thunks and listeners use besides the state: the ports, and the session of the signed-in user. */
export interface Extra {
  readonly ports: Ports;
  readonly session: OpenSession;
}

export type AppDispatch = ThunkDispatch<RootState, Extra, UnknownAction>;
export type AppStore = Omit<Store<RootState, UnknownAction>, 'dispatch'> & { readonly dispatch: AppDispatch };
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Extra, UnknownAction>;
