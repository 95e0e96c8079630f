import { Queue } from 'workbox-background-sync';
import { asUserId, type UserId } from '../src/contract/ids';
import { UNSENT_QUEUE } from '../src/contract/storageKeys';

/**
 * Uses Workbox's queue as trigger and memory: markers of users with unsent changes, without body and token. The queue
 * registers the browser's background sync, or replays at worker start if the browser has none. The round decides
 * what is sent and when it counts as delivered, not the queue.
 */
interface UnsentMarkers {
  /** Stores that this user has unsent changes, and asks the browser for a sync event. */
  put(user: UserId): Promise<void>;
}

const MARKER_PATH = '/unsent/';

interface Marker {
  readonly request: Request;
}

const markerOf = (user: UserId): Marker => ({ request: new Request(MARKER_PATH + encodeURIComponent(user)) });

const userOf = ({ request }: Marker): UserId =>
  asUserId(decodeURIComponent(new URL(request.url).pathname.slice(MARKER_PATH.length)));

/** @param send resolves when the user's markers can be deleted; rejects to be called again */
export const makeUnsentMarkers = (send: (user: UserId) => Promise<void>): UnsentMarkers => {
  const onSync = async ({ queue }: { queue: Queue }): Promise<void> => {
    const markers = await queue.getAll();
    const failures: unknown[] = [];
    for (const user of new Set(markers.map(userOf))) {
      try {
        await send(user);
      } catch (error) {
        failures.push(error);
        // Before the old markers are deleted, so that a worker that is killed between them finds one.
        await queue.pushRequest(markerOf(user));
      }
    }
    // Markers of changes that were made meanwhile come after these, and stay.
    for (const _ of markers) await queue.shiftRequest();
    if (failures.length) throw failures[0];
  };

  // In minutes. A month offline must not lose the marker.
  const queue = new Queue(UNSENT_QUEUE, { onSync, maxRetentionTime: Number.POSITIVE_INFINITY });
  return { put: (user) => queue.pushRequest(markerOf(user)) };
};
