import type { UserId } from '../../contract/ids';
import type { SessionStorage } from '../../storage/session';

/**
 * The token of the user whose data are open; null as soon as another tab has signed in somebody else. Important! The token is
 * read before the user: signing in writes them the other way round.
 */
export const ownToken = (session: Pick<SessionStorage, 'token' | 'user'>, userId: UserId): string | null => {
  const token = session.token();
  return session.user()?.id === userId ? token : null;
};

/** Whether the same user has another token by now, so that the refusal of this one says nothing. */
export const isReplaced = (
  session: Pick<SessionStorage, 'token' | 'user'>,
  userId: UserId,
  token: string | null,
): boolean => {
  const current = ownToken(session, userId);
  return current !== null && current !== token;
};
