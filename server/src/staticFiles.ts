import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './problems';

const isPageless = (below: string): boolean => /^(api(\/|\?|$)|assets\/)/.test(below);

/** A browser that opens a page, as opposed to a script, a picture or an API client. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /text\/html/.test(headers.accept ?? '');

const NOT_BUILT = 'Listy: the app has not been built yet. Run "npm run build" and start the server again.\n';

export type Fallback = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves the built app. What has its hash in the name never changes and is kept for a year; everything else is asked for
 * again each time, so that a release reaches every browser.
 * @param base the path below which the app lies
 * @returns what to do with a path nobody serves: the app's page for a navigation (the router is in the browser), else 404
 */
export const staticFiles = async (app: FastifyInstance, root: string, base: string): Promise<Fallback> => {
  const isBuilt = existsSync(join(root, 'index.html'));
  if (isBuilt) {
    // Loaded only where there is something to serve: one that answers the API alone, as in tests, does without.
    const { default: fastifyStatic } = await import('@fastify/static');
    await app.register(fastifyStatic, {
      root,
      prefix: base,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(root, 'assets'));
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  return (request, reply) => {
    const { url } = request;
    if (!isNavigation(request)) throw notFound();
    // Whoever typed the name alone, or left out the last slash.
    if (base !== '/' && (url === '/' || `${url}/` === base)) return reply.redirect(base);
    if (!url.startsWith(base) || isPageless(url.slice(base.length))) throw notFound();
    if (!isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply.sendFile('index.html');
  };
};
