import { parseTabMessage } from '../../sync/tabs/parseTabMessage';
import type { OpenChannel, TabMessage } from '../../sync/tabs/tabChannel';

/** One user's channel to the other tabs and the worker. */
interface TabLink {
  /** Sends a message to all others; after `close` to nobody. */
  tell(message: TabMessage): void;
  /** Sets the receiver of messages. Messages before this call, and messages of another form, are ignored. */
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
        // If the browser does not deliver the message, the others find the changes when they read the disk.
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
