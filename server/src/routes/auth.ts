import type { FastifyInstance } from 'fastify';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../demoAccount';
import { networkOf } from '../networkOf';
import { parseData, REQUIRED } from '../parseData';
import { logFailure, type PasswordCheck } from '../passwordCheck';
import { refuseCommonPassword } from '../passwordRule';
import { invalid, notFound, Problem, refused } from '../problems';
import { loginData, registerData } from '../schemas';
import type { Services } from '../services';
import type { Tokens } from '../tokens';
import { makeTryLimit } from '../tryLimit';
import { userBody } from '../userStore';

interface AuthSettings {
  readonly registration: boolean;
  readonly demo: boolean;
  readonly triesPerMinute: number;
}

/** Unknown fields have another message here, because Strapi's users plugin differs from its records API. */
const parseRegistration = (body: unknown) => {
  const known = new Set(['username', 'email', 'password']);
  const unknown = Object.keys(body ?? {}).filter((key) => !known.has(key));
  if (unknown.length > 0) throw invalid(`Invalid parameters: ${unknown.join(', ').slice(0, 200)}`);
  return parseData(registerData, body ?? {}, REQUIRED);
};

/** Sign-in and sign-up. An Authorization header is ignored here. */
export const authRoutes = (
  scope: FastifyInstance,
  services: Services,
  tokens: Tokens,
  check: PasswordCheck,
  settings: AuthSettings,
): void => {
  const { users, passwords, now } = services;
  const demoSignIns = makeTryLimit(settings.triesPerMinute, now);
  const signUps = makeTryLimit(settings.triesPerMinute, now);

  scope.post('/auth/local', async (request) => {
    const { identifier, password } = parseData(loginData, request.body ?? {}, REQUIRED);
    const user = (await users.byIdentifier(identifier)) ?? null;
    const isRight = await check(request, user, identifier, password);
    if (!user || !isRight) throw invalid('Invalid identifier or password');
    if (user.blocked === 1) {
      logFailure(request, 'blocked account');
      throw refused('Your account has been blocked by an administrator');
    }
    return { jwt: tokens.issue(user), user: userBody(user) };
  });

  scope.post('/auth/demo', async ({ ip }) => {
    if (!settings.demo) throw notFound();
    demoSignIns.take([`address ${networkOf(ip)}`]);
    const user = await users.byIdentifier(DEMO_EMAIL);
    // The demo's password is public. An account with this email and another password is a person's own.
    const isDemo = await passwords.matches(user?.password_hash ?? null, DEMO_PASSWORD);
    if (!user || !isDemo) throw notFound();
    return { jwt: tokens.issue(user), user: userBody(user) };
  });

  scope.post('/auth/local/register', async ({ body, ip }) => {
    if (!settings.registration) throw new Problem(400, 'ApplicationError', 'Register action is currently disabled');
    const registration = parseRegistration(body);
    refuseCommonPassword(registration.password);
    signUps.take([`address ${networkOf(ip)}`]);
    const user = await users.add(registration);
    return { jwt: tokens.issue(user), user: userBody(user) };
  });
};
