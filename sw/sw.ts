/// <reference lib="WebWorker" />

import type { UserId } from '../src/contract/ids';
import { parseWorkerMessage } from '../src/contract/workerMessages';
import { channelName } from '../src/storage/storageKeys';
import { openBroadcastChannel } from '../src/sync/tabs';
import { sendUnsent } from './backgroundRound';
import { serveBuildFromCache } from './caching';
import { keepPreviousBuild, servePreviousBuildOrNetwork } from './previousBuild';
import { makeUnsentMarkers } from './unsentMarkers';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof serveBuildFromCache>[0] };

const build = self.__WB_MANIFEST;
serveBuildFromCache(build);
servePreviousBuildOrNetwork();

self.addEventListener('install', (event) => event.waitUntil(keepPreviousBuild(build)));

/** A visible page does its own sending; it is told, because its own timers may be far off. */
const sendUnlessPageDoes = async (user: UserId): Promise<void> => {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (!pages.some((page) => page.visibilityState === 'visible')) return sendUnsent(user);
  const channel = openBroadcastChannel(channelName(user), () => undefined);
  channel.post({ kind: 'syncWanted', force: false });
  channel.close();
};

const markers = makeUnsentMarkers(sendUnlessPageDoes);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.kind === 'skipWaiting') event.waitUntil(self.skipWaiting());
  if (message?.kind === 'unsent') event.waitUntil(markers.put(message.userId));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
