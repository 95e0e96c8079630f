import { parseTabMessage } from '../../sync/tabs/parseTabMessage';
import type { OpenChannel, TabMessage } from '../../sync/tabs/tabChannel';

/** One user's channel to the other tabs and the worker. */
export interface TabLink {
  /** Tells all others; after `close` nobody. */
  tell(message: TabMessage): void;
  /** Where messages go from now on; before, and when they are not one of ours, they are ignored. */
  listen(onMessage: (message: TabMessage) => void): void;
  close(): void;
}

export const openTabLink = (openChannel: OpenChannel, name: string): TabLink => {
  let hear: ((message: TabMessage) => void) | null = () => undefined;
  const channel = openChannel(name, (said) => {
    const message = parseTabMessage(said);
    if (message) hear?.(message);
  });
  return {
    tell: (message) => {
      try {
        if (hear) channel.post(message);
      } catch {
        // What the browser does not pass on, the others find when they look at the disk.
      }
    },
    listen: (onMessage) => {
      hear = onMessage;
    },
    close: () => {
      hear = null;
      channel.close();
    },
  };
};
