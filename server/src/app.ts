import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import jwt from '@fastify/jwt';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { requireSession } from './authenticate';
import { type ConnectionLimits, connectionOptions, STREAMS_PER_USER } from './connectionLimits';
import { drainConnections } from './drainConnections';
import { acceptJson, answerBrokenRequest, makeAnswerError, makeErrorLog } from './errorAnswers';
import type { Metrics } from './metrics';
import { makePasswordCheck } from './passwordCheck';
import { notFound } from './problems';
import { accountRoutes } from './routes/account';
import { authRoutes } from './routes/auth';
import { capabilitiesRoute } from './routes/capabilities';
import { healthRoute } from './routes/health';
import { passwordResetRoutes, type ResetSettings } from './routes/passwordReset';
import { recordRoutes } from './routes/records';
import { removedListRoutes } from './routes/removedLists';
import { previewRoute, sharingRoutes } from './routes/sharing';
import { streamRoute } from './routes/stream';
import { userRoute } from './routes/users';
import { securityHeaders } from './securityHeaders';
import { logSecurity } from './securityLog';
import type { Services } from './services';
import { routedUrl, staticFiles } from './staticFiles';
import { makeTokens, type Signer } from './tokens';

const BODY_LIMIT = 1024 * 1024;
const HEARTBEAT_MS = 20_000;
const TRIES_PER_MINUTE = 10;
const SMALLEST_COMPRESSED = 1024;
const BROTLI_QUALITY = 4;

export interface AppSettings {
  readonly services: Services;
  readonly jwtSecret: string;
  readonly registration?: boolean;
  /** Whether visitors may sign in to the demo account. */
  readonly demo?: boolean;
  /** How many proxies are in front of the server. The caller's address is the one that the outermost proxy saw. */
  readonly trustedProxies?: number;
  readonly corsOrigins?: readonly string[];
  readonly connectOrigins?: readonly string[];
  /** The path of app and API: `/`, or with a slash at both ends. */
  readonly basePath?: string;
  /** The built app; without it only the API is served. */
  readonly staticDir?: string;
  readonly heartbeatMs?: number;
  /** The most streams that one user may have open in this process. */
  readonly streamsPerUser?: number;
  readonly connections?: ConnectionLimits;
  /** Limits failed sign-ins per address and account, and sign-ups and invitation previews per address. */
  readonly triesPerMinute?: number;
  /** Collects metrics; none without it. */
  readonly metrics?: Metrics;
  /** How reset links are mailed; none are mailed without it. */
  readonly reset?: ResetSettings;
  readonly logger?: FastifyServerOptions['logger'];
}

/** Builds the server without listening: tests inject requests, `main.ts` listens. Closing it ends the open streams. */
export const buildApp = async (settings: AppSettings): Promise<FastifyInstance> => {
  const { services, trustedProxies = 0, basePath = '/' } = settings;
  const logError = makeErrorLog(services.now);
  const answerError = makeAnswerError(logError);
  const app = fastify({
    logger: settings.logger ?? false,
    // Request lines would put query texts into the log. The error handler reports errors.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    ...connectionOptions(settings.connections),
    // Unique across processes and restarts; an id sent by the caller is ignored.
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < trustedProxies,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => routedUrl(url, basePath),
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    const name = request.headers['x-listy-request'];
    // The client knows by it that the answer is to its own request.
    if (typeof name === 'string' && /^\w{1,64}$/.test(name)) reply.header('X-Listy-Request', name);
  });
  settings.metrics?.watchRequests(app);
  app.setErrorHandler(answerError);
  acceptJson(app);
  await securityHeaders(app, {
    corsOrigins: settings.corsOrigins ?? [],
    connectOrigins: settings.connectOrigins ?? [],
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: SMALLEST_COMPRESSED,
    // No client packs a body. One of 500 bytes can unpack to 300 MB, and would do so to its end after the answer 413.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  await app.register(jwt, {
    secret: settings.jwtSecret,
    // `tokens.ts` checks the times with our own clock.
    verify: { algorithms: ['HS256'], ignoreExpiration: true, cache: true },
  });
  const signer: Signer = { sign: (claims) => app.jwt.sign({ ...claims }), verify: (token) => app.jwt.verify(token) };
  const tokens = makeTokens(signer, services.sessions, services.now);
  const { registration = false, demo = false, triesPerMinute = TRIES_PER_MINUTE, reset = null } = settings;
  const sharing = { demo, triesPerMinute };
  const check = makePasswordCheck(services.passwords, triesPerMinute, services.now);

  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
      });
      logSecurity(api);
      healthRoute(api, services.database);
      capabilitiesRoute(api, { registration, demo, passwordReset: reset !== null });
      authRoutes(api, services, tokens, check, { registration, demo, triesPerMinute });
      passwordResetRoutes(api, services, tokens, reset, { demo, triesPerMinute, logError });
      previewRoute(api, services, sharing);
      await api.register(async (own) => {
        requireSession(own, tokens);
        userRoute(own, services, tokens, demo);
        accountRoutes(own, services, tokens, check, demo);
        streamRoute(own, services, tokens, {
          heartbeatMs: settings.heartbeatMs ?? HEARTBEAT_MS,
          streamsPerUser: settings.streamsPerUser ?? STREAMS_PER_USER,
          logError,
        });
        sharingRoutes(own, services, sharing);
        removedListRoutes(own, services);
        recordRoutes(own, services, 'lists');
        recordRoutes(own, services, 'items');
      });
    },
    { prefix: `${basePath}api` },
  );

  const fallback = settings.staticDir
    ? await staticFiles(app, settings.staticDir, basePath)
    : () => {
        throw notFound();
      };
  app.setNotFoundHandler(fallback);
  app.server.on('connection', services.database.noteConnection);
  const drain = drainConnections(app.server);
  app.addHook('preClose', async () => {
    services.hub.stopAll();
    drain();
  });
  return app;
};
