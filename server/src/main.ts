import { fileURLToPath } from 'node:url';
import { buildApp } from './app';
import { builtBasePath } from './basePath';
import { addDemoAccount, DEMO_EMAIL, DEMO_PASSWORD } from './demoAccount';
import type { Env } from './env';
import { makeMailer } from './mailer';
import { makeMetrics } from './metrics';
import { serveMetrics, watchServices } from './metricsServer';
import { migrate } from './migrate';
import { purgeDaily } from './purge';
import { makeServices } from './services';
import { openData, readEnv, secretOf } from './startUp';
import { StartUpError } from './startUpError';

/** The process stops after this time, even if a request is still running. */
const STOP_WITHIN_MS = 10_000;

const METRICS_HOST = '127.0.0.1';

/** The built app beside the server's bundle: `dist/server/main.js` serves `dist/client`. */
const STATIC_DIR = fileURLToPath(new URL('../client', import.meta.url));

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const fail = (error: unknown): never => {
  const isOurs = error instanceof StartUpError;
  process.stderr.write(`Listy cannot start: ${isOurs ? error.message : (error as Error).stack}\n`);
  process.exit(1);
};

const addressOf = (host: string, port: number): string => {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return `http://${isLocal ? 'localhost' : host}:${port}`;
};

const listenFailure = (error: unknown, host: string, port: number, name = 'PORT'): StartUpError => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartUpError(`port ${port} is in use; set ${name} to another`);
  return new StartUpError(`${host}:${port} cannot be listened on: ${message}`);
};

/**
 * The base path of the built app, whose files refer to each other by it.
 * @throws StartUpError when the environment sets another path
 */
const basePathOf = ({ basePath }: Env): string => {
  const built = builtBasePath(STATIC_DIR);
  const wanted = basePath ?? built ?? '/';
  if (built === null || built === wanted) return wanted;
  throw new StartUpError(`the app was built for ${built}: build it with BASE_PATH=${wanted} npm run build`);
};

const start = async (): Promise<void> => {
  const env = readEnv(process.env);
  const basePath = basePathOf(env);
  const metrics = env.metricsPort === null ? undefined : makeMetrics();
  const database = await openData(env, migrate, metrics?.watchStatement);
  const services = makeServices({ database, limits: env.rowLimits });
  const app = await buildApp({
    services,
    jwtSecret: secretOf(env),
    registration: env.registration,
    demo: env.demo,
    trustedProxies: env.trustedProxies,
    streamsPerUser: env.streamsPerUser,
    corsOrigins: env.corsOrigins,
    connectOrigins: env.connectOrigins,
    basePath,
    staticDir: STATIC_DIR,
    ...(metrics && { metrics }),
    ...(env.mail && { reset: { mailer: makeMailer(env.mail), publicUrl: env.mail.publicUrl } }),
    logger: { level: env.production ? 'info' : 'warn' },
  });

  await app.listen({ host: env.host, port: env.port }).catch((error: unknown) => {
    throw listenFailure(error, env.host, env.port);
  });
  if (metrics && env.metricsPort !== null) {
    const port = env.metricsPort;
    watchServices(metrics, services);
    await serveMetrics(metrics, METRICS_HOST, port).catch((error: unknown) => {
      throw listenFailure(error, METRICS_HOST, port, 'METRICS_PORT');
    });
  }
  const stopPurging = purgeDaily(database, Date.now, app.log);

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    stopPurging();
    await app.close();
    await database.close();
    process.exit(0);
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop);

  if (env.demo) await addDemoAccount(services);
  say(`Listy on ${addressOf(env.host, env.port)}${basePath === '/' ? '' : basePath}`);
  if (env.demo && (await services.users.byIdentifier(DEMO_EMAIL)))
    say(`demo account: ${DEMO_EMAIL} / ${DEMO_PASSWORD}`);
  say('ready');
};

start().catch(fail);
