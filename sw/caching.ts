import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { BASE_PATH } from '../src/contract/basePath';

type Manifest = Parameters<typeof precacheAndRoute>[0];

/**
 * Serves every file of the build from the cache and every route from the one HTML page. The API always uses the
 * network.
 */
export const serveBuildFromCache = (manifest: Manifest): void => {
  precacheAndRoute(manifest);
  const shell = createHandlerBoundToURL('index.html');
  registerRoute(new NavigationRoute(shell, { denylist: [new RegExp(`^${BASE_PATH.replaceAll('.', '\\.')}api/`)] }));
};
