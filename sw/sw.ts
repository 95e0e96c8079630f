/// <reference lib="WebWorker" />

import { channelName } from '../src/contract/storageKeys';
import { parseWorkerMessage } from '../src/contract/workerMessages';
import { openBroadcastChannel } from '../src/sync/tabs/tabChannel';
import { sendUnsent } from './backgroundRound';
import { serveBuildFromCache } from './caching';
import { hasUnsent } from './hasUnsent';
import { makePageFirst } from './pageFirst';
import { keepPreviousBuild, servePreviousBuildOrNetwork } from './previousBuild';
import { makeUnsentMarkers } from './unsentMarkers';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof serveBuildFromCache>[0] };

const build = self.__WB_MANIFEST;
serveBuildFromCache(build);
servePreviousBuildOrNetwork();

self.addEventListener('install', (event) => event.waitUntil(keepPreviousBuild(build)));

const sendUnlessPageDoes = makePageFirst({
  hasVisiblePage: async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    return pages.some((page) => page.visibilityState === 'visible');
  },
  hasUnsent,
  wakePage: (user) => {
    const channel = openBroadcastChannel(channelName(user), () => undefined);
    channel.post({ kind: 'syncWanted', force: false });
    channel.close();
  },
  send: sendUnsent,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

const markers = makeUnsentMarkers(sendUnlessPageDoes);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.kind === 'skipWaiting') event.waitUntil(self.skipWaiting());
  if (message?.kind === 'unsent') event.waitUntil(markers.put(message.userId));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
