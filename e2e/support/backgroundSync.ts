import type { BrowserContext } from '@playwright/test';

const TAG = 'workbox-background-sync:listy-unsent';

interface Registrations {
  readonly registrations: readonly { readonly registrationId: string; readonly scopeURL: string }[];
}

/**
 * Fires the sync event as the browser does for a retry, but at once and not minutes later. (The first
 * event, when the network is back, comes by itself also in headless Chromium.) Needs no page of the app.
 */
export const fireSyncEvent = async (context: BrowserContext, origin: string): Promise<void> => {
  const bystander = await context.newPage();
  const session = await context.newCDPSession(bystander);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registered = await registrationId;
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: registered,
    tag: TAG,
    lastChance: false,
  });
  await bystander.close();
};

/** The uuids of all items that page or worker asked the server to create, in order, as often as they asked. */
export const watchCreates = (context: BrowserContext): readonly string[] => {
  const uuids: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/list-items')) return;
    const { data } = request.postDataJSON() as { data: { uuid: string } };
    uuids.push(data.uuid);
  });
  return uuids;
};
