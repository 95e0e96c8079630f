import type { UserId } from '../../contract/ids';
import type { SessionStorage } from '../../storage/session';
import type { RootState } from '../state/rootReducer';

/**
 * The token of the user whose data are open. It is null as soon as another tab has signed in somebody else. Important!
 * The token is read before the user, because a sign-in writes the user first.
 */
export const ownToken = (session: Pick<SessionStorage, 'token' | 'user'>, userId: UserId): string | null => {
  const token = session.token();
  return session.user()?.id === userId ? token : null;
};

/** The token of the user whose data are shown; null if nobody is, or if another tab has signed in somebody else. */
export const shownToken = (
  { session: { user } }: RootState,
  session: Pick<SessionStorage, 'token' | 'user'>,
): string | null => user && ownToken(session, user.id);

/** Whether the same user has another token now. Then the refusal of the old token means nothing. */
export const isReplaced = (
  session: Pick<SessionStorage, 'token' | 'user'>,
  userId: UserId,
  token: string | null,
): boolean => {
  const current = ownToken(session, userId);
  return current !== null && current !== token;
};
