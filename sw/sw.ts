/// <reference lib="WebWorker" />

import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { BASE_PATH } from '../src/contract/basePath';
import { parseWorkerMessage } from '../src/contract/workerMessages';
import { sendUnsent } from './backgroundRound';
import { keepPreviousBuild, servePreviousBuildOrNetwork } from './previousBuild';
import { makeUnsentMarkers } from './unsentMarkers';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] };

// Every file of the build comes from the cache, and every route from the one HTML page. The API and other files always use the network.
const build = self.__WB_MANIFEST;
precacheAndRoute(build);
const page = createHandlerBoundToURL('index.html');
const api = new RegExp(`^${BASE_PATH.replaceAll('.', '\\.')}api/`);
/** A file that the page does not load, such as the licences. Not a text in a query that ends like one. */
const file = /^[^?]*\.\w+$/;
registerRoute(new NavigationRoute(page, { denylist: [api, file] }));
servePreviousBuildOrNetwork();

self.addEventListener('install', (event) => event.waitUntil(keepPreviousBuild(build)));

const markers = makeUnsentMarkers(sendUnsent);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.kind === 'skipWaiting') event.waitUntil(self.skipWaiting());
  if (message?.kind === 'unsent') event.waitUntil(markers.put(message.userId));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
