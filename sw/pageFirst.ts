import type { UserId } from '../src/contract/ids';

/** What the worker can check and do when the browser wakes it for a user's unsent changes. */
interface PageFirstPorts {
  readonly hasVisiblePage: () => Promise<boolean>;
  /** Whether there is anything on disk that this worker could send. */
  readonly hasUnsent: (user: UserId) => Promise<boolean>;
  /** Tells the page to run a round, because its own timers may be slow. */
  readonly wakePage: (user: UserId) => void;
  /** Runs the worker's own round. Rejects while work remains. */
  readonly send: (user: UserId) => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
}

/** The time that a page gets for its debounce and its round. */
const PAGE_TURN_MS = 5000;

/**
 * A visible page sends its changes itself. While somebody types, the browser fires a sync event at once, which must not
 * shorten the page's debounce. As long as there are unsent changes, this rejects. Then the marker stays, and the
 * browser calls the worker again, when the page may be closed.
 */
export const makePageFirst =
  ({ hasVisiblePage, hasUnsent, wakePage, send, wait }: PageFirstPorts) =>
  async (user: UserId): Promise<void> => {
    if (!(await hasVisiblePage())) return send(user);
    await wait(PAGE_TURN_MS);
    if (!(await hasUnsent(user))) return;
    if (await hasVisiblePage()) {
      wakePage(user);
      await wait(PAGE_TURN_MS);
      if (!(await hasUnsent(user))) return;
      if (await hasVisiblePage()) throw new Error('left to the page');
    }
    return send(user);
  };
