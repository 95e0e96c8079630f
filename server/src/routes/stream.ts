import type { FastifyInstance } from 'fastify';
import { sessionIdOf, sessionOf } from '../authenticate';
import type { LogError } from '../errorAnswers';
import { openEventStream } from '../eventStream';
import { refused, stopping, tooMany } from '../problems';
import type { Services } from '../services';
import type { Tokens } from '../tokens';

/** How long a refused stream is asked to wait, in ms. */
const REFUSED_FOR_MS = 60_000;

interface StreamSettings {
  readonly heartbeatMs: number;
  /** The most streams that one user may have open in this process. */
  readonly streamsPerUser: number;
  readonly logError: LogError;
}

/** The event stream of both collections. */
export const streamRoute = (
  scope: FastifyInstance,
  services: Services,
  tokens: Tokens,
  { heartbeatMs, streamsPerUser, logError }: StreamSettings,
): void => {
  // A HEAD request would open a stream that nobody reads and that never ends.
  scope.get('/lists/all/sse', { exposeHeadRoute: false }, (request, reply) => {
    const session = sessionOf(request);
    const sessionId = sessionIdOf(request);
    // The caller may have disconnected while the token was checked. A stream opened now would never get the close
    // event.
    if (reply.raw.destroyed) return reply.hijack();
    // Pipelined behind another answer, it would not get it either.
    if (reply.raw.socket === null) throw refused('An event stream needs a connection of its own');
    if (services.hub.isStopped()) throw stopping();
    if (services.hub.isFull(session.user.id, sessionId, streamsPerUser)) {
      throw tooMany(services.now(), services.now() + REFUSED_FOR_MS);
    }
    const lastEventId = request.headers['last-event-id'];
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Tells proxies not to buffer the answer, which would delay the events.
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
      report: (error) => logError(error, request.log),
    });
  });
};
