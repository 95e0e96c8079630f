/**
 * What a write to a list costs the built server, by the number of people who share it: `node bench/members.mjs [SECONDS]`, with `DATABASE_URL` on an
 * empty PostgreSQL. Twenty connections write one row each, spread over the members of one list, so the load is the same for each number. Each
 * member reads one stream, as an open app does. Prints one JSON line.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addUser, killAll, MAIN, measureLoad, startMeasured, stop } from './measured.mjs';

const MEMBERS = [1, 2, 5, 20];
const WRITERS = 20;
const SECONDS = Number(process.argv[2] ?? 5);
const PORT = Number(process.env.BENCH_PORT ?? 23517);
const STUCK_AFTER_MS = 300_000;

const call = async ({ jwt }, method, path, body) => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${jwt}` };
  const answer = await fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
};

/** Counts the events that a member's stream brings, until it is closed. */
const readStream = async ({ jwt }) => {
  const end = new AbortController();
  const headers = { Authorization: `Bearer ${jwt}` };
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/lists/all/sse`, { headers, signal: end.signal });
  let events = 0;
  const reading = (async () => {
    for await (const chunk of answer.body) events += Buffer.from(chunk).toString().split('\nevent:').length - 1;
  })().catch(() => undefined);
  return async () => {
    end.abort();
    await reading;
    return events;
  };
};

/** A list that the first person made and the others joined, with a row for each writing connection. */
const makeShared = async (count, tag) => {
  const people = [];
  for (let at = 0; at < count; at += 1) people.push(await addUser(PORT, at, `members${tag}x${count}x${at}`));
  const [owner] = people;
  const list = `shared-${tag}-${count}`;
  const { data } = await call(owner, 'POST', '/lists', { data: { uuid: list, name: 'Shared' } });
  for (const person of people) await call(person, 'PUT', '/users/me', { name: `Person ${person.at}` });
  const invited = await call(owner, 'POST', `/lists/${data.documentId}/invites`);
  for (const person of people.slice(1)) await call(person, 'POST', '/invites/accept', { code: invited.data.code });
  const writers = [];
  for (let at = 0; at < WRITERS; at += 1) {
    const person = people[at % count];
    const row = { uuid: `row-${tag}-${count}-${at}`, list, description: 'Milk' };
    const { data: item } = await call(person, 'POST', '/list-items', { data: row });
    writers.push({ jwt: person.jwt, at, documentId: item.documentId });
  }
  return { people, writers };
};

const run = async (dataDir, tag) => {
  const env = { NODE_ENV: 'development', DEMO: 'off', TRUST_PROXY: '1', PORT: String(PORT), DATA_DIR: dataDir };
  const server = await startMeasured(MAIN, [], env);
  const results = [];
  for (const count of MEMBERS) {
    const { people, writers } = await makeShared(count, tag);
    const streams = await Promise.all(people.map(readStream));
    const figures = await measureLoad({ server, kind: 'putItem', port: PORT, users: writers, seconds: SECONDS });
    const events = (await Promise.all(streams.map((close) => close()))).reduce((sum, heard) => sum + heard, 0);
    results.push({ members: count, ...figures, events });
  }
  await stop(server);
  return results;
};

const stuck = setTimeout(() => {
  killAll();
  process.stderr.write('members were not measured in time\n');
  process.exit(1);
}, STUCK_AFTER_MS);
const dataDir = await mkdtemp(join(tmpdir(), 'listy-members-'));
try {
  const database = process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite';
  const results = await run(dataDir, Date.now().toString(36));
  process.stdout.write(
    `${JSON.stringify({ bench: 'members', database, writers: WRITERS, seconds: SECONDS, results })}\n`,
  );
} finally {
  clearTimeout(stuck);
  killAll();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
