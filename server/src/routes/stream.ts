import type { FastifyInstance } from 'fastify';
import { sessionIdOf, sessionOf } from '../authenticate';
import { openEventStream } from '../eventStream';
import type { Services } from '../services';
import type { Tokens } from '../tokens';

/** The live events of both collections. */
export const streamRoute = (scope: FastifyInstance, services: Services, tokens: Tokens, heartbeatMs: number): void => {
  // A HEAD would open a stream that nobody reads and that never ends.
  scope.get('/lists/all/sse', { exposeHeadRoute: false }, (request, reply) => {
    const session = sessionOf(request);
    const lastEventId = request.headers['last-event-id'];
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // A proxy that collects an answer before passing it on would hold the events back.
      'X-Accel-Buffering': 'no',
    });
    openEventStream({
      sink: raw,
      session,
      sessionId: sessionIdOf(request),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      services,
      tokens,
      heartbeatMs,
      report: (error) => request.log.error(error),
    });
  });
};
