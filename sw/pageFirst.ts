import type { UserId } from '../src/contract/ids';

/** What the worker can see and do when it is called for a user's unsent changes. */
export interface PageFirstPorts {
  readonly hasVisiblePage: () => Promise<boolean>;
  /** Whether anything waits on disk that this worker could send. */
  readonly hasUnsent: (user: UserId) => Promise<boolean>;
  /** Tells the page to run a round: its own timers may be far off. */
  readonly wakePage: (user: UserId) => void;
  /** The worker's own round; rejects while work remains. */
  readonly send: (user: UserId) => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Time for a page to wait out its debounce and run its round. */
const PAGE_TURN_MS = 5000;

/**
 * A visible page does its own sending: while somebody types, the browser fires a sync at once, and must not cut the page's
 * debounce short. But a turn given to the page is not work done: as long as changes wait this rejects, so that the marker
 * stays and the browser calls again, when the page may be closed.
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
