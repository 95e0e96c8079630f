import { describe, expect, test } from '@jest/globals';
import { parseEnv } from '../../server/src/env';

const SECRET = 'x'.repeat(32);
const parsed = (vars: Record<string, string>) => {
  const result = parseEnv(vars);
  return 'env' in result ? result.env : result.problems;
};

describe('the environment', () => {
  test('may be empty', () => {
    expect(parsed({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      databaseUrl: null,
      jwtSecret: null,
      registration: true,
      demo: true,
      trustedProxies: 0,
      streamsPerUser: 32,
      basePath: null,
      rowLimits: { listsPerUser: 1000, itemsPerList: 20_000, itemsPerUser: 100_000 },
      metricsPort: null,
      publicUrl: null,
      mail: null,
      corsOrigins: [],
      connectOrigins: [],
    });
  });

  test('given production, then demo and registration are off by default', () => {
    const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };
    expect(parsed(production)).toMatchObject({ production: true, registration: false, demo: false });
    expect(parsed({ ...production, REGISTRATION: 'on' })).toMatchObject({ registration: true });
  });

  test('is read with every setting', () => {
    const vars = {
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/somewhere',
      DATABASE_URL: 'postgres://user@host/listy',
      JWT_SECRET: SECRET,
      REGISTRATION: 'off',
      DEMO: 'off',
      TRUST_PROXY: '2',
      STREAMS_PER_USER: '5',
      BASE_PATH: '/listy/',
      LISTS_PER_USER: '6',
      ITEMS_PER_LIST: '7',
      ITEMS_PER_USER: '8',
      METRICS: 'on',
      METRICS_PORT: '9000',
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      SMTP_URL: 'smtp://name:word@mail.example:587',
      PUBLIC_URL: 'https://a.example/listy',
      MAIL_FROM: 'us@a.example',
      CSP_CONNECT: 'https://eu.example',
    };
    expect(parsed(vars)).toEqual({
      production: false,
      host: '0.0.0.0',
      port: 8080,
      dataDir: '/somewhere',
      databaseUrl: 'postgres://user@host/listy',
      jwtSecret: SECRET,
      registration: false,
      demo: false,
      trustedProxies: 2,
      streamsPerUser: 5,
      basePath: '/listy/',
      rowLimits: { listsPerUser: 6, itemsPerList: 7, itemsPerUser: 8 },
      metricsPort: 9000,
      publicUrl: 'https://a.example/listy/',
      mail: {
        smtpUrl: 'smtp://name:word@mail.example:587',
        publicUrl: 'https://a.example/listy/',
        from: 'us@a.example',
      },
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      connectOrigins: ['https://eu.example'],
    });
  });

  test.each([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '3.5' }, 'PORT'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ NODE_ENV: 'production' }, 'JWT_SECRET'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [{ REGISTRATION: 'yes' }, 'REGISTRATION'],
    [{ DEMO: '1' }, 'DEMO'],
    [{ NODE_ENV: 'production', JWT_SECRET: SECRET, DEMO: 'on' }, 'DEMO'],
    [{ TRUST_PROXY: 'all' }, 'TRUST_PROXY'],
    [{ STREAMS_PER_USER: '0' }, 'STREAMS_PER_USER'],
    [{ STREAMS_PER_USER: '10001' }, 'STREAMS_PER_USER'],
    [{ STREAMS_PER_USER: 'many' }, 'STREAMS_PER_USER'],
    [{ LISTS_PER_USER: '0' }, 'LISTS_PER_USER'],
    [{ ITEMS_PER_LIST: 'many' }, 'ITEMS_PER_LIST'],
    [{ ITEMS_PER_USER: '1000000000' }, 'ITEMS_PER_USER'],
    [{ BASE_PATH: '/listy' }, 'BASE_PATH'],
    [{ BASE_PATH: 'listy/' }, 'BASE_PATH'],
    [{ BASE_PATH: '/a//b/' }, 'BASE_PATH'],
    [{ METRICS: 'yes' }, 'METRICS'],
    [{ METRICS: 'on', METRICS_PORT: '0' }, 'METRICS_PORT'],
    [{ METRICS_PORT: '9000' }, 'METRICS_PORT has no use without METRICS'],
    [{ MAIL_FROM: 'us@a.example', PUBLIC_URL: 'https://a.example' }, 'MAIL_FROM has no use without SMTP_URL'],
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
    [{ CORS_ORIGINS: 'https://a.example/' }, 'CORS_ORIGINS'],
    [{ CORS_ORIGINS: 'a.example' }, 'CORS_ORIGINS'],
    [{ CSP_CONNECT: "'unsafe-eval'" }, 'CSP_CONNECT'],
    [{ CSP_CONNECT: 'https://a.example;' }, 'CSP_CONNECT'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'PUBLIC_URL'],
    [{ SMTP_URL: 'mail.example', PUBLIC_URL: 'https://a.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://a.example', MAIL_FROM: 'Listy' }, 'MAIL_FROM'],
    [{ PUBLIC_URL: 'a.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://a.example/?x=1' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://host/listy' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://listy:se/cret@host/listy' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://listy:se#cret@host/listy' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://listy:secret@host:99999/listy' }, '65535'],
  ])('%j is refused, and the variable named', (vars, name) => {
    const problems = parsed(vars as Record<string, string>);
    expect(problems).toEqual([expect.stringContaining(name)]);
  });

  test('given metrics that are switched off, then their port may stay in the settings', () => {
    expect(parsed({ METRICS: 'off', METRICS_PORT: '9000' })).toMatchObject({ metricsPort: null });
  });

  test('given several mistakes, then all are reported, and the secret is not', () => {
    const problems = parsed({ PORT: 'x', JWT_SECRET: 'hidden', DEMO: 'maybe' });
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain('hidden');
  });
});
