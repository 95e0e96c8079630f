import { parseTabMessage } from '../sync/parseTabMessage';
import type { OpenChannel, TabMessage } from '../sync/tabs';

/**
 * This tab's word with the others. What they hear of is on disk, so that whoever reads the disk afterwards misses nothing; and
 * what happens while this tab reads it waits, because it may not be in what was read.
 */
export interface TabTalk {
  /** Tells the other tabs once `written`, in the order of the calls. */
  tell(message: TabMessage, written?: Promise<void>): void;
  /** Where messages go; those that came before are handed on at once. Anything that is not one of ours is ignored. */
  listen(onMessage: (message: TabMessage) => void): void;
  /** From here on, what the others tell waits for `release`. */
  hold(): void;
  /** Repeats an act of this tab at the release; nothing when nothing is held. */
  repeat(act: () => void): void;
  release(): void;
  /** Resolves when everything was told. */
  close(): Promise<void>;
}

/** Opens the channel, on hold. */
export const openTabTalk = (openChannel: OpenChannel, name: string): TabTalk => {
  let held: (() => void)[] | null = [];
  let told: Promise<void> = Promise.resolve();
  let isClosed = false;
  let hear: (message: TabMessage) => void = () => undefined;
  const channel = openChannel(name, (said) => {
    const message = parseTabMessage(said);
    if (!message) return;
    if (held) held.push(() => hear(message));
    else hear(message);
  });
  const release = (): void => {
    const acts = held ?? [];
    held = null;
    for (const act of acts) act();
  };
  return {
    tell: (message, written = Promise.resolve()) => {
      told = told
        .then(() => written)
        .then(() => {
          if (!isClosed) channel.post(message);
        })
        // What the browser did not pass on the disk tells; those that come after must not fail with it.
        .catch(() => undefined);
    },
    listen: (onMessage) => {
      hear = onMessage;
      release();
    },
    hold: () => {
      held ??= [];
    },
    repeat: (act) => {
      held?.push(act);
    },
    release,
    close: async () => {
      await told;
      isClosed = true;
      channel.close();
    },
  };
};
