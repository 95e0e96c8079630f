import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEMO_EMAIL } from '../demoAccount';
import { type Mailer, mailFault } from '../mailer';
import { networkOf } from '../networkOf';
import { parseData } from '../parseData';
import { notFound, refused } from '../problems';
import { mailLanguage, resetMail } from '../resetMail';
import { forgotPasswordData, resetPasswordData } from '../schemas';
import type { Services } from '../services';
import { makeTryLimit } from '../tryLimit';
import { requireNewPassword } from './account';

export interface ResetSettings {
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

interface Limits {
  readonly demo: boolean;
  readonly triesPerMinute: number;
}

const MISSING = 'is a required field';

/**
 * A forgotten password: a link is mailed, and sets a new one.
 * @param settings null where no mail is configured: the routes are not there
 */
export const passwordResetRoutes = (
  scope: FastifyInstance,
  { users, resets, now }: Services,
  settings: ResetSettings | null,
  { demo, triesPerMinute }: Limits,
): void => {
  const asked = makeTryLimit(triesPerMinute, now);
  const used = makeTryLimit(triesPerMinute, now);
  const underWay = new Set<Promise<void>>();

  const mailLink = async (email: string, request: FastifyRequest, { mailer, publicUrl }: ResetSettings) => {
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
    const { email } = parseData(forgotPasswordData, request.body ?? {}, MISSING);
    asked.take([`address ${networkOf(request.ip)}`]);
    // Nothing is looked up before the answer has left: neither its words nor its time tell whether there is such an account.
    reply.raw.once('finish', () => {
      const work = mailLink(email, request, settings)
        .catch((error: unknown) => request.log.error(error))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    });
    return { ok: true };
  });

  scope.post('/auth/reset-password', async ({ body, ip }) => {
    if (!settings) throw notFound();
    const { code, ...given } = parseData(resetPasswordData, body ?? {}, MISSING);
    const password = requireNewPassword(given);
    used.take([`address ${networkOf(ip)}`]);
    if (!(await resets.use(code, password))) throw refused('Incorrect code provided');
    return { ok: true };
  });

  scope.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
};
