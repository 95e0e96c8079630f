import type { FastifyInstance } from 'fastify';
import { sessionIdOf, sessionOf } from '../authenticate';
import { openEventStream } from '../eventStream';
import { stopping, tooMany } from '../problems';
import type { Services } from '../services';
import type { Tokens } from '../tokens';

/** How long a stream beyond the limit is asked to stay away, ms. */
const REFUSED_FOR_MS = 60_000;

export interface StreamSettings {
  readonly heartbeatMs: number;
  /** Streams one user may have open in this process. */
  readonly streamsPerUser: number;
}

/** The live events of both collections. */
export const streamRoute = (
  scope: FastifyInstance,
  services: Services,
  tokens: Tokens,
  { heartbeatMs, streamsPerUser }: StreamSettings,
): void => {
  // A HEAD would open a stream that nobody reads and that never ends.
  scope.get('/lists/all/sse', { exposeHeadRoute: false }, (request, reply) => {
    const session = sessionOf(request);
    const sessionId = sessionIdOf(request);
    // Whoever went while the token was looked up has closed already: a stream opened now would never hear of it.
    if (reply.raw.destroyed) return reply.hijack();
    if (services.hub.isStopped()) throw stopping();
    if (!services.hub.makeRoom(session.user.id, sessionId, streamsPerUser)) {
      throw tooMany(services.now(), services.now() + REFUSED_FOR_MS);
    }
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
      sessionId,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      services,
      tokens,
      heartbeatMs,
      report: (error) => request.log.error(error),
    });
  });
};
