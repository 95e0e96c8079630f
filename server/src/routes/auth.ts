import type { FastifyInstance } from 'fastify';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../demoAccount';
import { networkOf } from '../networkOf';
import { parseData } from '../parseData';
import { invalid, notFound, Problem, refused } from '../problems';
import { loginData, registerData } from '../schemas';
import type { Services } from '../services';
import type { Tokens } from '../tokens';
import { makeTryLimit } from '../tryLimit';
import { userBody } from '../userStore';

export interface AuthSettings {
  readonly registration: boolean;
  readonly demo: boolean;
  readonly triesPerMinute: number;
}

type SignInFailure = 'wrong name or password' | 'blocked account' | 'too many tries';

const MISSING = 'is a required field';

/** Unknown fields have their own words here: Strapi's users plugin is not its records API. */
const parseRegistration = (body: unknown) => {
  const known = new Set(['username', 'email', 'password']);
  const unknown = Object.keys(body ?? {}).filter((key) => !known.has(key));
  if (unknown.length > 0) throw invalid(`Invalid parameters: ${unknown.join(', ').slice(0, 200)}`);
  return parseData(registerData, body ?? {}, MISSING);
};

/** Signing in and up. A stale Authorization header does not matter here. */
export const authRoutes = (
  scope: FastifyInstance,
  services: Services,
  tokens: Tokens,
  settings: AuthSettings,
): void => {
  const { users, passwords, now } = services;
  const signIns = makeTryLimit(settings.triesPerMinute, now);
  const signUps = makeTryLimit(settings.triesPerMinute, now);

  scope.post('/auth/local', async ({ body, ip, log }) => {
    /** One line for each, for programs that keep out who tries too often. The address and the reason, and never a name. */
    const tellFailure = (reason: SignInFailure): void => log.warn({ address: ip, reason }, 'sign-in failed');
    const { identifier, password } = parseData(loginData, body ?? {}, MISSING);
    try {
      signIns.take([`address ${networkOf(ip)}`, `name ${identifier.toLowerCase().slice(0, 256)}`]);
    } catch (error) {
      tellFailure('too many tries');
      throw error;
    }
    const user = await users.byIdentifier(identifier);
    const isRight = await passwords.matches(user?.password_hash ?? null, password);
    if (!user || !isRight) {
      tellFailure('wrong name or password');
      throw invalid('Invalid identifier or password');
    }
    if (user.blocked === 1) {
      tellFailure('blocked account');
      throw refused('Your account has been blocked by an administrator');
    }
    return { jwt: tokens.issue(user), user: userBody(user) };
  });

  scope.post('/auth/demo', async ({ ip }) => {
    if (!settings.demo) throw notFound();
    signIns.take([`address ${networkOf(ip)}`]);
    const user = await users.byIdentifier(DEMO_EMAIL);
    // The demo's password is public; an account of that name with another one is somebody's own.
    const isDemo = await passwords.matches(user?.password_hash ?? null, DEMO_PASSWORD);
    if (!user || !isDemo) throw notFound();
    return { jwt: tokens.issue(user), user: userBody(user) };
  });

  scope.post('/auth/local/register', async ({ body, ip }) => {
    if (!settings.registration) throw new Problem(400, 'ApplicationError', 'Register action is currently disabled');
    const registration = parseRegistration(body);
    signUps.take([`address ${networkOf(ip)}`]);
    const user = await users.add(registration);
    return { jwt: tokens.issue(user), user: userBody(user) };
  });
};
