import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testServer } from '../server/testServer';

const root = process.cwd();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The names in a list of a script. */
const namesIn = (file: string, list: string): (string | undefined)[] => {
  const [, listed = ''] = new RegExp(`${list} = \\[([^\\]]*)\\]`).exec(read(file)) ?? [];
  return [...listed.matchAll(/'([^']+)'/g)].map(([, name]) => name);
};

test('the container holds each package that the built server imports, and no other', () => {
  const kept = namesIn('deploy/packages.mjs', 'RUN_TIME');
  expect(kept).toEqual(namesIn('server/bundle.mjs', 'NATIVE_PACKAGES'));
  expect(kept).toHaveLength(2);
});

test('the proxy configuration sets the caller’s address rather than passing on what the caller wrote', () => {
  const places = (read('deploy/nginx.conf').split('listen 443')[1]?.split('location ').slice(1) ?? []).filter((place) =>
    place.includes('proxy_pass'),
  );
  expect(places).toHaveLength(2);
  for (const place of places) expect(place).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});

test('nginx answers a body that is too large for it as Listy does, so that the app stops sending the row', async () => {
  const server = await testServer();
  const answer = await server.call('POST', '/api/auth/local', { identifier: 'x'.repeat(1_100_000), password: '' });
  const [, told] = /return 413 '(.*)';/.exec(read('deploy/nginx.conf')) ?? [];
  expect([answer.status, answer.body]).toEqual([413, JSON.parse(String(told))]);
});

test('nginx logs neither the query of an address, which may hold a shared text, nor the referrer', () => {
  const conf = read('deploy/nginx.conf');
  const [, logged = ''] = /^log_format listy '(.*)';$/m.exec(conf) ?? [];
  expect(logged).toContain('$uri');
  expect(logged).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/);
  const logs = conf
    .split(/^server \{$/m)
    .slice(1)
    .map((server) => /access_log (.*);/.exec(server)?.[1]);
  expect(logs).toEqual(Array(2).fill('/var/log/nginx/access.log listy'));
});

test('both proxies keep browsers on TLS for a year, below the name too', () => {
  for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    expect(read(file)).toContain('Strict-Transport-Security "max-age=31536000; includeSubDomains"');
  }
});

test('nginx speaks no older TLS than 1.2, and of that no cipher without forward secrecy', () => {
  expect(read('deploy/nginx.conf')).toMatch(
    /ssl_protocols TLSv1\.2 TLSv1\.3;[\s\S]*ssl_ciphers ECDHE\+AESGCM:ECDHE\+CHACHA20;/,
  );
});

test('a request to the API that comes without TLS is refused, not led to TLS: its sender must notice', () => {
  const [plain = ''] = read('deploy/nginx.conf').split('listen 443');
  expect(plain).toMatch(/location ~ \/api\/ \{\s+return 403;/);
  const [, caddyPlain = ''] = read('deploy/Caddyfile').split('http://listy.example');
  expect(caddyPlain).toMatch(/@page not path \*\/api\/\*\s+redir @page .*\s+respond 403/);
});

/** With HOST=0.0.0.0 the server asks for them when it has begun to listen, and ends if it is refused. */
test('under systemd the server may ask for the addresses of its machine', () => {
  const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(read('deploy/listy.service')) ?? [];
  expect(families.split(' ')).toEqual(['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK']);
});

test('no source history is in reach of the server', () => {
  expect(read('deploy/listy.service')).toMatch(/^InaccessiblePaths=-\/opt\/listy\/\.git$/m);
  expect(read('.dockerignore').split('\n')).toContain('.git');
});

test('the file with the secrets goes neither into the source history nor into a container', () => {
  expect(read('.gitignore').split('\n')).toContain('.env');
  expect(read('.dockerignore').split('\n')).toContain('**/.env');
});

test('the container gets every setting of its .env, and does not start without the secrets', () => {
  const [, listy = ''] = read('deploy/compose.yaml').split('\n  listy:') ?? [];
  const [service = ''] = listy.split('\n  postgres:');
  expect(service).toMatch(/^ {4}env_file: \.env$/m);
  expect(service).toMatch(/\$\{JWT_SECRET:\?/);
  expect(service).toMatch(/\$\{POSTGRES_PASSWORD:\?/);
});

test('every package says that it takes the oldest Node we name', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; dev?: boolean }>;
  };
  const needsNewer = Object.entries(packages)
    .filter(([, { engines }]) => /^(>=|\^|~)? ?2[1-9][.\d]*$/.test(engines?.node ?? ''))
    .map(([name]) => name);
  expect(needsNewer).toEqual([]);
});
