/**
 * Holds the reading ends of many event streams for `streams.mjs`, in a process of its own. It uses bare sockets, so it counts the
 * bytes on the wire. It gets messages `[what, argument]` and answers each with one message.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** Connections being opened at the same time. */
const AT_ONCE = 100;

/** Group name → streams. */
const held = new Map();
let onEvent = () => undefined;

const openOne = ({ port, path, token, session }) =>
  new Promise((resolve, reject) => {
    const stream = { bytes: 0, beats: 0, status: '' };
    const socket = connect(port, '127.0.0.1');
    stream.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      stream.bytes += text.length;
      stream.beats += text.split('\n:\n\n').length - 1;
      if (text.includes('event: ')) onEvent(stream);
      if (stream.status === '') stream.status = text.slice(9, 12);
      if (stream.status !== '200') reject(new Error(`a stream was answered ${stream.status}`));
      // With the first bytes of its body, a stream is subscribed.
      if (text.includes('retry: ')) resolve(stream);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      stream.isClosed = true;
      reject(new Error('a stream was closed'));
    });
    const lines = [
      `GET ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${token}`,
      `X-Session-Id: ${session}`,
    ];
    socket.write([...lines, 'Accept: text/event-stream', 'Accept-Encoding: gzip, br', '', ''].join('\r\n'));
  });

const open = async ({ group, port, path, tokens, count }) => {
  const streams = [];
  const start = performance.now();
  let next = 0;
  const openSome = async () => {
    while (next < count) {
      const at = next++;
      streams.push(await openOne({ port, path, token: tokens[at % tokens.length], session: `${group}-${at}` }));
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, openSome));
  held.set(group, streams);
  const failure = ended.find(({ status }) => status === 'rejected');
  const perSecond = Math.round((streams.length * 1000) / (performance.now() - start));
  return { opened: streams.length, perSecond, failure: failure ? String(failure.reason) : null };
};

const count = ({ group }) => {
  const streams = held.get(group) ?? [];
  const sum = (of) => streams.reduce((total, stream) => total + of(stream), 0);
  return {
    alive: sum(({ isClosed }) => (isClosed ? 0 : 1)),
    bytes: sum(({ bytes }) => bytes),
    beats: sum(({ beats }) => beats),
  };
};

const post = (agent, port, path, token, body) =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': text.length,
    };
    const call = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 201 ? resolve() : reject(new Error(`a write: ${answer.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(text);
  });

/** Writes one after the other; each is timed from its sending until the last stream of the group has its event. */
const fanOut = async ({ group, port, path, token, bodies }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const streams = held.get(group);
  const before = count({ group }).bytes;
  const waits = [];
  for (const body of bodies) {
    const missing = new Set(streams);
    const start = performance.now();
    await Promise.all([
      post(agent, port, path, token, body),
      new Promise((resolve) => {
        onEvent = (stream) => missing.delete(stream) && missing.size === 0 && resolve();
      }),
    ]);
    waits.push(performance.now() - start);
  }
  agent.destroy();
  const bytesPerEvent = (count({ group }).bytes - before) / streams.length / bodies.length;
  return { waits: waits.sort((a, b) => a - b), bytesPerEvent: Math.round(bytesPerEvent) };
};

const close = ({ group }) => {
  for (const { socket } of held.get(group) ?? []) socket.destroy();
  held.delete(group);
  return {};
};

const orders = { open, count, fanOut, close };
process.on('message', ([what, argument]) =>
  Promise.resolve(orders[what](argument)).then(
    (answer) => process.send({ answer }),
    (error) => process.send({ error: String(error) }),
  ),
);
process.once('disconnect', () => process.exit(0));
