/// <reference lib="WebWorker" />

import { parseWorkerMessage } from '../src/contract/workerMessages';
import { sendUnsent } from './backgroundRound';
import { serveBuildFromCache } from './caching';
import { keepPreviousBuild, servePreviousBuildOrNetwork } from './previousBuild';
import { makeUnsentMarkers } from './unsentMarkers';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof serveBuildFromCache>[0] };

const build = self.__WB_MANIFEST;
serveBuildFromCache(build);
servePreviousBuildOrNetwork();

self.addEventListener('install', (event) => event.waitUntil(keepPreviousBuild(build)));

const markers = makeUnsentMarkers(sendUnsent);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.kind === 'skipWaiting') event.waitUntil(self.skipWaiting());
  if (message?.kind === 'unsent') event.waitUntil(markers.put(message.userId));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
