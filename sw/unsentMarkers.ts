import { Queue } from 'workbox-background-sync';
import { asUserId, type UserId } from '../src/contract/ids';
import { UNSENT_QUEUE } from '../src/contract/storageKeys';

/**
 * Workbox's queue as trigger and memory: one marker per user with unsent changes, no body and no token. It registers the
 * browser's background sync, or replays at worker start where there is none. What is sent, and when it counts as delivered, is
 * the round's business and not the queue's.
 */
export interface UnsentMarkers {
  /** Remembers that this user has unsent changes, and asks the browser for a sync. */
  put(user: UserId): Promise<void>;
}

const MARKER_PATH = '/unsent/';

const userOf = (request: Request): UserId =>
  asUserId(decodeURIComponent(new URL(request.url).pathname.slice(MARKER_PATH.length)));

/** @param send resolves when the user's marker may go; rejects to be called again */
export const makeUnsentMarkers = (send: (user: UserId) => Promise<void>): UnsentMarkers => {
  /** Users who wrote something new while their marker was worked on: what was sent may lack it. */
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
      // First the copy, then the original: a worker that is killed half-way must find a marker again.
      const isKept = !isSent || markedAgain.has(user);
      if (isKept) await queue.pushRequest({ request });
      await queue.shiftRequest();
      // Who wrote something in between found the marker still there.
      if (!isKept && markedAgain.has(user)) await queue.pushRequest({ request });
    }
    if (failures.length) throw failures[0];
  };

  // Minutes; an offline month must not lose the reminder.
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
