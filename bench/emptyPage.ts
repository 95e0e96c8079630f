import { once } from 'node:events';
import { createServer } from 'node:http';
import { build } from 'esbuild';

/** A page with React and MUI that draws one button and is cached by its own worker: the cost of a start without our code. */
interface EmptyPage {
  readonly origin: string;
  close(): void;
}

const APP = `
  import CssBaseline from '@mui/material/CssBaseline';
  import Button from '@mui/material/Button';
  import { createTheme, ThemeProvider } from '@mui/material/styles';
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  const button = h(Button, { variant: 'contained', href: '/lists/1' }, 'Lista');
  createRoot(document.getElementById('root')).render(h(ThemeProvider, { theme: createTheme() }, h(CssBaseline), button));
  navigator.serviceWorker.register('/sw.js');
`;

const WORKER = `
  const FILES = ['/', '/app.js'];
  addEventListener('install', (event) => event.waitUntil(caches.open('all').then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request))));
`;

const PAGE =
  '<!doctype html><html lang="pl"><head><meta charset="utf-8"><script type="module" src="/app.js"></script></head><body><div id="root"></div></body></html>';

export const serveEmptyPage = async (): Promise<EmptyPage> => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: process.cwd(), loader: 'js' },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const app = outputFiles[0]?.text ?? '';
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/': ['text/html', PAGE],
    '/app.js': ['text/javascript', app],
    '/sw.js': ['text/javascript', WORKER],
  };
  const server = createServer(({ url = '/' }, answer) => {
    const file = files[url];
    answer.writeHead(file ? 200 : 404, { 'Content-Type': file?.[0] ?? 'text/plain' }).end(file?.[1]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return { origin: `http://localhost:${address.port}`, close: () => void server.close() };
};
