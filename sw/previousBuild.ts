/// <reference lib="WebWorker" />

import { cacheNames } from 'workbox-core';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { BASE_PATH } from '../src/contract/basePath';
import { PREVIOUS_CACHE } from '../src/contract/storageKeys';

declare const self: ServiceWorkerGlobalScope;

/**
 * The chunks of the previous build. Workbox deletes them when the new worker takes over, but pages of that build may
 * still be open, and the server does not have these chunks any more.
 */
const CHUNKS = `${BASE_PATH}assets/`;

const isChunk = (url: string): boolean => new URL(url).pathname.startsWith(CHUNKS);

const setAside = async (inUse: Cache, requests: readonly Request[]): Promise<void> => {
  await caches.delete(PREVIOUS_CACHE);
  const previous = await caches.open(PREVIOUS_CACHE);
  for (const request of requests) {
    const answer = await inUse.match(request);
    if (answer) await previous.put(request, answer);
  }
};

/**
 * Copies the chunks that only the build in use has. Called while the new build is installed, before anything is
 * deleted. Without enough space nothing is copied: a page that then misses a chunk reloads, while a failed copy would
 * prevent the installation.
 */
export const keepPreviousBuild = async (manifest: readonly (PrecacheEntry | string)[]): Promise<void> => {
  if (!(await caches.has(cacheNames.precache))) return;
  const entries = manifest.map((entry) => (typeof entry === 'string' ? entry : entry.url));
  const current = new Set(entries.map((url) => new URL(url, self.location.href).href));
  const inUse = await caches.open(cacheNames.precache);
  const old = (await inUse.keys()).filter(({ url }) => isChunk(url) && !current.has(url));
  // The same build again. The copied chunks are still those of the previous build.
  if (old.length === 0) return;
  await setAside(inUse, old).catch(() => caches.delete(PREVIOUS_CACHE));
};

/** Serves chunks of other builds: from the copy, else from the network. */
export const servePreviousBuildOrNetwork = (): void => {
  registerRoute(
    ({ url }) => url.origin === self.location.origin && url.pathname.startsWith(CHUNKS),
    async ({ request }) => (await caches.match(request, { cacheName: PREVIOUS_CACHE })) ?? fetch(request),
  );
};
