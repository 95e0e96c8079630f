import { Queue } from 'workbox-background-sync';
import { asUserId, type UserId } from '../src/contract/ids';
import { UNSENT_QUEUE } from '../src/contract/storageKeys';

/**
 * Uses Workbox's queue as trigger and memory: one marker per user with unsent changes, without body and token. The
 * queue registers the browser's background sync, or replays at worker start if the browser has none. The round decides
 * what is sent and when it counts as delivered, not the queue.
 */
interface UnsentMarkers {
  /** Stores that this user has unsent changes, and asks the browser for a sync event. */
  put(user: UserId): Promise<void>;
}

const MARKER_PATH = '/unsent/';

const userOf = (request: Request): UserId =>
  asUserId(decodeURIComponent(new URL(request.url).pathname.slice(MARKER_PATH.length)));

/** @param send resolves when the user's marker can be deleted; rejects to be called again */
export const makeUnsentMarkers = (send: (user: UserId) => Promise<void>): UnsentMarkers => {
  /** Users with new changes while their marker was processed. The sent changes may not include them. */
  const markedAgain = new Set<UserId>();

  const onSync = async ({ queue }: { queue: Queue }): Promise<void> => {
    const failures: unknown[] = [];
    for (const { request } of await queue.getAll()) {
      const user = userOf(request);
      markedAgain.delete(user);
      const isSent = await send(user).then(
        () => true,
        (error: unknown) => {
          failures.push(error);
          return false;
        },
      );
      // Adds the copy before it deletes the original, so that a worker that is killed between them finds a marker.
      const isKept = !isSent || markedAgain.has(user);
      if (isKept) await queue.pushRequest({ request });
      await queue.shiftRequest();
      // A change in between found the marker still there, so it added none.
      if (!isKept && markedAgain.has(user)) await queue.pushRequest({ request });
    }
    if (failures.length) throw failures[0];
  };

  // In minutes. A month offline must not lose the marker.
  const queue = new Queue(UNSENT_QUEUE, { onSync, maxRetentionTime: Number.POSITIVE_INFINITY });
  return {
    put: async (user) => {
      markedAgain.add(user);
      const marked = await queue.getAll();
      if (marked.some(({ request }) => userOf(request) === user)) return queue.registerSync();
      await queue.pushRequest({ request: new Request(MARKER_PATH + encodeURIComponent(user)) });
    },
  };
};
