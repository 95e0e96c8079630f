import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** The calls to the analytics provider that the specification names. */
type Call = 'flags v2' | 'surveys' | 'web experiments' | 'early access' | 'remote config' | 'event capture';

interface CapturedEvent {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A small replacement for the analytics provider: it has its endpoints, stores what it gets, and can fail. */
export interface CaptureServer {
  readonly origin: string;
  readonly calls: ReadonlySet<Call>;
  readonly events: readonly CapturedEvent[];
  /** Paths that were asked for and that the specification does not name. */
  readonly others: readonly string[];
  /** The decoded bodies, in which tests look for texts that must never be sent. */
  readonly bodies: readonly string[];
  /** The answer to every call while it is set; null for normal answers. */
  trouble: { readonly status: number; readonly body: unknown } | null;
  /** Whether sessions are to be recorded. */
  isRecording: boolean;
  requests: number;
  close(): Promise<void>;
}

const CALLS: readonly (readonly [RegExp, Call])[] = [
  [/^\/flags\/\?.*v=2/, 'flags v2'],
  [/^\/api\/surveys\/\?.*token=/, 'surveys'],
  [/^\/api\/web_experiments\/\?.*token=/, 'web experiments'],
  [/^\/api\/early_access_features\/\?.*token=/, 'early access'],
  [/^\/array\/[^/]+\/config/, 'remote config'],
  [/^\/(?:e|batch|i\/v0\/e)\//, 'event capture'],
];

const SURVEY = {
  id: 'survey',
  name: 'A survey that nobody sees',
  type: 'api',
  questions: [{ type: 'open', question: 'How?' }],
  start_date: null,
  end_date: null,
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const text = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body).toString() : body.toString();
  // A beacon is sent as a form, with its data in base64.
  const data = /^data=([^&]+)/.exec(text)?.[1];
  return data === undefined ? text : Buffer.from(decodeURIComponent(data), 'base64').toString();
};

/** Unpacks what the recorder of sessions has packed inside a body. */
const unpacked = (body: string): string =>
  body.startsWith('{') || body.startsWith('[')
    ? JSON.stringify(
        JSON.parse(body, (_, value: unknown) =>
          typeof value === 'string' && value.startsWith('\u001f\u008b')
            ? JSON.parse(gunzipSync(Buffer.from(value, 'latin1')).toString())
            : value,
        ),
      )
    : body;

const eventsIn = (body: string): CapturedEvent[] => {
  const value: unknown = JSON.parse(body);
  const batch = Array.isArray(value) ? value : ((value as { batch?: unknown[] }).batch ?? [value]);
  return batch as CapturedEvent[];
};

const answerOf = (call: Call, isRecording: boolean): unknown => {
  switch (call) {
    case 'flags v2':
      return { flags: {}, errorsWhileComputingFlags: false, requestId: 'r' };
    case 'surveys':
      return { surveys: [SURVEY] };
    case 'web experiments':
      return { experiments: [] };
    case 'early access':
      return { earlyAccessFeatures: [] };
    case 'remote config':
      return {
        token: 'key',
        supportedCompression: ['gzip-js'],
        hasFeatureFlags: true,
        surveys: true,
        heatmaps: false,
        autocapture_opt_out: true,
        sessionRecording: isRecording ? { endpoint: '/s/', recorderVersion: 'v2' } : false,
      };
    case 'event capture':
      return { status: 'Ok' };
  }
};

export const startCaptureServer = async (): Promise<CaptureServer> => {
  const calls = new Set<Call>();
  const events: CapturedEvent[] = [];
  const others: string[] = [];
  const bodies: string[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    capture.requests += 1;
    const body = await readBody(request);
    bodies.push(path, unpacked(body));
    const call = CALLS.find(([pattern]) => pattern.test(path))?.[1];
    if (capture.trouble) {
      return void response.writeHead(capture.trouble.status).end(JSON.stringify(capture.trouble.body));
    }
    if (!call) {
      others.push(path);
      return void response.writeHead(200).end('{}');
    }
    calls.add(call);
    if (call === 'event capture' && body !== '') events.push(...eventsIn(body));
    response.writeHead(200).end(JSON.stringify(answerOf(call, capture.isRecording)));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const capture: CaptureServer = {
    origin: `http://127.0.0.1:${address.port}`,
    calls,
    events,
    others,
    bodies,
    trouble: null,
    isRecording: false,
    requests: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return capture;
};
