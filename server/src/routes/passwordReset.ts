import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEMO_EMAIL } from '../demoAccount';
import type { LogError } from '../errorAnswers';
import { type Mailer, mailFault } from '../mailer';
import { networkOf } from '../networkOf';
import { parseData, REQUIRED } from '../parseData';
import { notFound, Problem, refused } from '../problems';
import { mailLanguage, resetMail } from '../resetMail';
import { forgotPasswordData, resetPasswordData } from '../schemas';
import type { Services } from '../services';
import type { Tokens } from '../tokens';
import { makeTryLimit } from '../tryLimit';
import { userBody } from '../userStore';
import { requireNewPassword } from './account';

export interface ResetSettings {
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

interface Ports {
  readonly demo: boolean;
  readonly triesPerMinute: number;
  readonly logError: LogError;
}

/**
 * The routes for a forgotten password: a mailed link sets a new one.
 * @param settings null without mail: then nobody can request a link, but those of `listy user reset` work
 */
export const passwordResetRoutes = (
  scope: FastifyInstance,
  { users, resets, now }: Services,
  tokens: Tokens,
  settings: ResetSettings | null,
  { demo, triesPerMinute, logError }: Ports,
): void => {
  const mailLimit = makeTryLimit(triesPerMinute, now);
  const codeLimit = makeTryLimit(triesPerMinute, now);
  const underWay = new Set<Promise<void>>();

  /** Logs why no mail was sent. The caller is not told, because any answer would reveal something. */
  const logFault = ({ ip, log }: FastifyRequest, error: Error): void => {
    if (error instanceof Problem) log.warn({ address: ip, reason: error.message }, 'no mail sent');
    else logError(error, log);
  };

  const mailLink = async (email: string, request: FastifyRequest, { mailer, publicUrl }: ResetSettings) => {
    mailLimit.take([`address ${networkOf(request.ip)}`]);
    const user = await users.byEmail(email);
    if (!user || user.blocked === 1 || (demo && user.email === DEMO_EMAIL)) return;
    const code = await resets.open(user.id);
    if (code === null) return;
    const language = mailLanguage(request.headers['accept-language']);
    try {
      await mailer.send(resetMail(user.email, publicUrl, code, language));
    } catch (error) {
      request.log.warn({ reason: mailFault(error) }, 'mail failed');
      await resets.close(code);
    }
  };

  scope.post('/auth/forgot-password', async (request, reply) => {
    if (!settings) throw notFound();
    const { email } = parseData(forgotPasswordData, request.body ?? {}, REQUIRED);
    // The look-up starts after the answer was sent. So neither its text nor its time tells whether the account exists.
    reply.raw.once('finish', () => {
      const work = mailLink(email, request, settings)
        .catch((error: Error) => logFault(request, error))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    });
    return { ok: true };
  });

  scope.post('/auth/reset-password', async ({ body, ip }) => {
    const { code, ...given } = parseData(resetPasswordData, body ?? {}, REQUIRED);
    const password = requireNewPassword(given);
    codeLimit.take([`address ${networkOf(ip)}`]);
    const user = await resets.use(code, password);
    if (!user) throw refused('Incorrect code provided');
    return { jwt: tokens.issue(user), user: userBody(user) };
  });

  scope.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
};
