import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './problems';

const isPageless = (below: string): boolean => /^(api(\/|\?|$)|assets\/)/.test(below);

const FILE = /\.\w+(\?|$)/;

/**
 * Whether somebody opens a page: a browser, or a program that takes anything, such as `curl` or a messenger that draws a
 * preview of a link. A missing file, such as a script or an image, is no page.
 */
const isNavigation = ({ method, headers: { accept = '' }, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (accept.includes('text/html') || (accept === '*/*' && !FILE.test(url)));

const NOT_BUILT = 'Listy: the app has not been built yet. Run "npm run build" and start the server again.\n';

/**
 * An address of the app that is typed or linked with two slashes, or with a broken escape, would be refused as a path
 * of the file system. No file has an escape in its name, so outside the API a percent sign stands for itself.
 */
export const routedUrl = (url: string, base: string): string =>
  url.replace(/^[^?]*/, (path) => {
    const single = path.replace(/\/{2,}/g, '/');
    return single.startsWith(`${base}api/`) ? single : single.replaceAll('%', '%25');
  });

type Fallback = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves the built app. Files with a hash in their names never change and are cached for a year. All others are
 * revalidated each time, so that a release reaches every browser.
 * @param base the path of the app
 * @returns the handler for other paths: the app's page for a navigation (the router is in the browser), else 404
 */
export const staticFiles = async (app: FastifyInstance, root: string, base: string): Promise<Fallback> => {
  const isBuilt = existsSync(join(root, 'index.html'));
  if (isBuilt) {
    // Loaded only with a built app; an API-only server, as in tests, does not need it.
    const { default: fastifyStatic } = await import('@fastify/static');
    await app.register(fastifyStatic, {
      root,
      prefix: base,
      wildcard: true,
      preCompressed: true,
      // Vite's manifest names the source files; only the size budget reads it.
      dotfiles: 'ignore',
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
    // The person typed only the host name, or left out the last slash.
    if (base !== '/' && (url === '/' || `${url}/` === base)) return reply.redirect(base);
    if (!url.startsWith(base) || isPageless(url.slice(base.length))) throw notFound();
    if (!isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply.sendFile('index.html');
  };
};
