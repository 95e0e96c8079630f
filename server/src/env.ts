import { parseBasePath } from './basePath';
import { STREAMS_PER_USER } from './connectionLimits';
import type { MailSettings } from './mailer';
import { readVars, type VarReader, type Vars } from './readVars';
import { ROW_LIMITS, type RowLimits } from './rowLimits';

/** The settings from the environment; everything else is fixed. */
export interface Env {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A `postgres://` address, or null for the SQLite file in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Null in development when not given: then one is created and stored in `dataDir`. */
  readonly jwtSecret: string | null;
  readonly registration: boolean;
  readonly demo: boolean;
  /** How many proxies are trusted for the forwarded address. */
  readonly trustedProxies: number;
  /** The most event streams that one user may have open in this process. */
  readonly streamsPerUser: number;
  readonly rowLimits: RowLimits;
  /** The path of app and API; null takes it from the built app. */
  readonly basePath: string | null;
  /** The port of `GET /metrics` on loopback; null without metrics. */
  readonly metricsPort: number | null;
  /** The public address of the app with its path, for links; null if not set. */
  readonly publicUrl: string | null;
  /** Null without mail. */
  readonly mail: MailSettings | null;
  readonly corsOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
}

/** Takes the place of the host in the address of a socket, such as `postgres://listy@/listy?host=/run/postgresql`. */
const NO_HOST = 'no-host';

/** PostgreSQL accepts a user without a host, a URL does not. */
const withHost = (databaseUrl: string): string => databaseUrl.replace('@/', `@${NO_HOST}/`);

/** The address of a database for messages, without the password. */
export const withoutPassword = (databaseUrl: string): string => {
  const url = new URL(withHost(databaseUrl));
  url.password = '';
  if (url.searchParams.has('password')) url.searchParams.delete('password');
  return url.href.replace(`@${NO_HOST}/`, '@/');
};

type ParsedEnv = { readonly env: Env } | { readonly problems: readonly string[] };

export const SHORTEST_SECRET = 32;
const MOST_PROXIES = 10;
const MOST_STREAMS = 10_000;
const MOST_ROWS = 100_000_000;

const isSmtpUrl = (text: string): boolean => /^smtps?:\/\/./.test(text) && URL.canParse(text);

/** Whether a sender holds an address. Without one, mail would go without a sender. */
const isSender = (text: string): boolean => /[^<>@\s]@[^<>@\s]/.test(text);

/** The address of the app with a slash at its end; null if it is not one, or has a query or hash. */
const parsePublicUrl = (text: string): URL | null => {
  if (!/^https?:\/\/[^?#@]+$/.test(text) || !URL.canParse(text)) return null;
  return new URL(text.endsWith('/') ? text : `${text}/`);
};

/** Messages never contain `SMTP_URL`, because it holds a password. @param app the public address of the app */
const mailSettings = ({ problems, text }: VarReader, app: URL | null): MailSettings | null => {
  const smtpUrl = text('SMTP_URL');
  if (smtpUrl === '') return null;
  if (!isSmtpUrl(smtpUrl)) problems.push('SMTP_URL must be an smtp:// or smtps:// address');
  const sender = text('MAIL_FROM');
  if (sender !== '' && !isSender(sender))
    problems.push(`MAIL_FROM must be such as Listy <listy@listy.example>, not "${sender}"`);
  if (text('PUBLIC_URL') === '') problems.push('PUBLIC_URL is required with SMTP_URL: it is where links in mails lead');
  return app && { smtpUrl, publicUrl: app.href, from: sender || `Listy <listy@${app.hostname}>` };
};

/** Parses the environment and reports all problems, not only the first. */
export const parseEnv = (vars: Vars): ParsedEnv => {
  const read = readVars(vars);
  const { problems, text, wholeNumber, flag, origins, needs } = read;

  const nodeEnv = text('NODE_ENV') || 'development';
  if (!['development', 'production', 'test'].includes(nodeEnv)) {
    problems.push(`NODE_ENV must be development, production or test, not "${nodeEnv}"`);
  }
  const production = nodeEnv === 'production';

  const jwtSecret = vars.JWT_SECRET || null;
  if (production && jwtSecret === null) problems.push('JWT_SECRET is required in production');
  if (jwtSecret !== null && jwtSecret.length < SHORTEST_SECRET) {
    problems.push(`JWT_SECRET must have at least ${SHORTEST_SECRET} characters`);
  }

  const databaseUrl = text('DATABASE_URL') || null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    problems.push('DATABASE_URL must be a postgres:// address; leave it out for the embedded database');
  } else if (databaseUrl !== null && !URL.canParse(withHost(databaseUrl))) {
    problems.push(
      'DATABASE_URL is no whole address: / and # in a name or password are written as %2F and %23, and a port is 65535 at most',
    );
  }

  needs('METRICS_PORT', 'METRICS');
  needs('MAIL_FROM', 'SMTP_URL');

  const path = text('BASE_PATH');
  const basePath = path === '' ? null : parseBasePath(path);
  if (path !== '' && basePath === null) problems.push(`BASE_PATH must be a path such as /listy/, not "${path}"`);

  const address = text('PUBLIC_URL');
  const publicUrl = parsePublicUrl(address);
  if (address !== '' && publicUrl === null)
    problems.push(`PUBLIC_URL must be such as https://listy.example, not "${address}"`);

  const env: Env = {
    production,
    host: text('HOST') || '127.0.0.1',
    port: wholeNumber('PORT', 3000, 1, 65_535),
    dataDir: text('DATA_DIR') || './data',
    databaseUrl,
    jwtSecret,
    registration: flag('REGISTRATION', !production),
    demo: flag('DEMO', !production) && !production,
    trustedProxies: wholeNumber('TRUST_PROXY', 0, 0, MOST_PROXIES),
    streamsPerUser: wholeNumber('STREAMS_PER_USER', STREAMS_PER_USER, 1, MOST_STREAMS),
    rowLimits: {
      listsPerUser: wholeNumber('LISTS_PER_USER', ROW_LIMITS.listsPerUser, 1, MOST_ROWS),
      itemsPerList: wholeNumber('ITEMS_PER_LIST', ROW_LIMITS.itemsPerList, 1, MOST_ROWS),
      itemsPerUser: wholeNumber('ITEMS_PER_USER', ROW_LIMITS.itemsPerUser, 1, MOST_ROWS),
    },
    basePath,
    metricsPort: flag('METRICS', false) ? wholeNumber('METRICS_PORT', 9464, 1, 65_535) : null,
    publicUrl: publicUrl?.href ?? null,
    mail: mailSettings(read, publicUrl),
    corsOrigins: origins('CORS_ORIGINS'),
    connectOrigins: origins('CSP_CONNECT'),
  };
  if (production && flag('DEMO', false)) problems.push('DEMO must be off in production: the demo password is public');
  return problems.length > 0 ? { problems: [...new Set(problems)] } : { env };
};
