import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionOf } from '../authenticate';
import { refuseDemo } from '../demoAccount';
import { parseData, REQUIRED } from '../parseData';
import type { PasswordCheck } from '../passwordCheck';
import { refuseCommonPassword } from '../passwordRule';
import { invalid, refused, unauthorized } from '../problems';
import { changePasswordData, ownPasswordData } from '../schemas';
import type { Services } from '../services';
import type { CheckedSession } from '../sessionStore';
import { type Session, sidOf, type Tokens } from '../tokens';
import { makeTryLimit } from '../tryLimit';
import { type StoredUser, userBody } from '../userStore';

/** Limited, because an export reads all data of a person. */
const EXPORTS_PER_MINUTE = 10;

/**
 * Checks a new password that was typed twice.
 * @throws 400 when the two differ, or the password is too common
 */
export const requireNewPassword = ({ password, passwordConfirmation }: Readonly<Record<string, string>>): string => {
  if (password === undefined || password !== passwordConfirmation) throw invalid('Passwords do not match');
  refuseCommonPassword(password);
  return password;
};

/** The signed-in person's account and sessions. None of these routes answers 403, which would sign a client out. */
export const accountRoutes = (
  scope: FastifyInstance,
  { users, sessions, exportAccount, now }: Services,
  tokens: Tokens,
  check: PasswordCheck,
  demo: boolean,
): void => {
  const exports = makeTryLimit(EXPORTS_PER_MINUTE, now);

  /** The session as it is now. The body may have come long after the headers, and the session may have ended meanwhile. */
  const presentSession = (request: FastifyRequest): Promise<Session> => tokens.sessionOf(sessionOf(request).claims);

  /** The caller's session, for a write that compares it with how it is then. */
  const checked = (request: FastifyRequest, user: StoredUser): CheckedSession => ({
    user: user.id,
    session: sidOf(sessionOf(request)),
    version: user.token_version,
  });

  /** The signed-in user. @throws 400 for a wrong password and for the demo account, 429 after too many wrong ones */
  const requirePassword = async (request: FastifyRequest, password: string): Promise<StoredUser> => {
    const { user } = await presentSession(request);
    refuseDemo(user, demo);
    if (!(await check(request, user, user.email, password))) throw invalid('The provided current password is invalid');
    return user;
  };

  const changePassword = async (request: FastifyRequest): Promise<object> => {
    const { currentPassword, ...given } = parseData(changePasswordData, request.body ?? {}, REQUIRED);
    const password = requireNewPassword(given);
    const before = await requirePassword(request, currentPassword);
    if (password === currentPassword) throw refused('Your new password must be different than your current password');
    const user = await users.setPassword(before.id, password, checked(request, before));
    // Sessions were ended meanwhile, perhaps this one, or the password is another now.
    if (!user) return changePassword(request);
    return { jwt: tokens.issue(user), user: userBody(user) };
  };

  const endOthers = async (request: FastifyRequest): Promise<object> => {
    const session = await presentSession(request);
    refuseDemo(session.user, demo);
    const kept = sidOf(session);
    // A session that moved to another id with a new password is over in a moment, and must not outlive it.
    if (session.endsAt !== null) throw unauthorized('Invalid credentials');
    const user = await sessions.endOthers(session.user.id, checked(request, session.user));
    // Sessions were ended meanwhile, perhaps this one.
    if (!user) return endOthers(request);
    return { jwt: tokens.issue(user, kept ?? undefined), user: userBody(user) };
  };

  const exportAll = async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = sessionOf(request);
    exports.take([`user ${user.id}`]);
    reply.header('Content-Disposition', 'attachment; filename="listy.json"');
    return exportAccount(user);
  };

  const removeAccount = async (request: FastifyRequest): Promise<object> => {
    const { password } = parseData(ownPasswordData, request.body ?? {}, REQUIRED);
    const user = await requirePassword(request, password);
    // If nothing was removed, sessions were ended meanwhile, perhaps this one.
    return (await users.remove(user.email, checked(request, user))) ? { ok: true } : removeAccount(request);
  };

  scope.get('/users/me/export', exportAll);
  scope.delete('/users/me', removeAccount);
  scope.post('/auth/change-password', changePassword);
  scope.post('/auth/logout-others', endOthers);
  scope.post('/auth/logout', async (request) => {
    const session = sessionOf(request);
    const id = sidOf(session);
    // Tokens of older releases name no session; they only expire.
    if (id !== null && !(await sessions.end(session.user.id, id))) throw unauthorized('Invalid credentials');
    return {};
  });
};
