import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';

/** One request and the server's whole answer to it, before the browser gets any of it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What the browser gets instead. `isTorn` ends the connection after the body, whatever length was announced. */
export interface Instead {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
  readonly isTorn?: boolean;
}

/** A proxy between the browser and the server that can answer by itself, or cut what it passes on. */
export interface FaultyProxy {
  readonly origin: string;
  /** Every call of the API that the browser made. */
  readonly seen: { readonly method: string; readonly path: string; readonly ifNoneMatch: string | undefined }[];
  /** Whether the server may compress what it answers. */
  isPacked: boolean;
  /** Answers before the server is asked; null asks it. */
  answer: ((method: string, path: string) => Instead | null) | null;
  /** Changes what the server answered; null passes it on. */
  change: ((exchange: Exchange) => Instead | null) | null;
  close(): Promise<void>;
}

const give = (response: ServerResponse, { status, headers, body, isTorn = false }: Instead): void => {
  // Neither a length nor chunks: the end of the connection is the end of the body.
  if (isTorn) response.removeHeader('Transfer-Encoding');
  response.writeHead(status, headers);
  if (isTorn) response.write(body, () => response.socket?.end());
  else response.end(body);
};

/** @param target the origin of the product */
export const startFaultyProxy = async (target: string): Promise<FaultyProxy> => {
  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const isStream = path.includes('/sse');
    const isCall = path.startsWith('/api/');
    if (isCall && !isStream) proxy.seen.push({ method, path, ifNoneMatch: headers['if-none-match'] });
    const instead = isCall ? proxy.answer?.(method, path) : null;
    if (instead) {
      incoming.resume();
      give(response, instead);
      return;
    }
    const packing = proxy.isPacked ? {} : { 'accept-encoding': 'identity' };
    const onward = request(new URL(path, target), { method, headers: { ...headers, ...packing } }, (answer) => {
      const { statusCode: status = 502, headers: given } = answer;
      if (!isCall || isStream || !proxy.change) {
        response.writeHead(status, given);
        answer.pipe(response);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks);
        const exchange: Exchange = { method, path, status, headers: given, body };
        give(response, proxy.change?.(exchange) ?? exchange);
      });
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const proxy: FaultyProxy = {
    origin: `http://localhost:${address.port}`,
    seen: [],
    isPacked: true,
    answer: null,
    change: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
