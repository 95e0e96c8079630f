/**
 * The floor of an event stream: node:http, one answer per reader, one timer for all heartbeats. A write is sent to everybody who
 * reads the same address. No users, no tokens, no database. `node bareStreams.mjs PORT HEARTBEAT_MS`.
 */
import { createServer } from 'node:http';

const [port, heartbeatMs] = process.argv.slice(2).map(Number);
const readers = new Map();
let events = 0;

const readersOf = (url) => {
  if (!readers.has(url)) readers.set(url, new Set());
  return readers.get(url);
};

const read = (request, response) => {
  const group = readersOf(request.url);
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write('retry: 1000\n\n');
  group.add(response);
  response.on('close', () => group.delete(response));
};

const write = async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  events += 1;
  const time = new Date().toISOString();
  const record = { id: Date.now(), documentId: 'x'.repeat(24), ...JSON.parse(text).data };
  const body = JSON.stringify({ ...record, createdAt: time, updatedAt: time, deletedAt: null });
  const frame = `id: ${Date.now() + events}\nevent: list-item::create\ndata: ${body}\n\n`;
  response.writeHead(201, { 'Content-Type': 'application/json' }).end(`{"data":${body}}`);
  for (const reader of readersOf(request.url)) reader.write(frame);
};

setInterval(() => {
  for (const group of readers.values()) for (const reader of group) reader.write(':\n\n');
}, heartbeatMs);

const server = createServer((request, response) => (request.method === 'POST' ? write : read)(request, response));
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => process.exit(0));
