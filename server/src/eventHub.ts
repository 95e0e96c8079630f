/** One open event stream, as the hub knows it. */
export interface Listener {
  /** The browser session that reads the stream; null when it did not say. */
  readonly sessionId: string | null;
  /** The user's event log grew: read it from where you are. */
  readonly wake: () => void;
  /** End the stream, and the subscription at once. */
  readonly stop: () => void;
}

/** Who listens to which user's event log in this process. The hub carries no events: the log is the truth. */
export const makeEventHub = () => {
  const byUser = new Map<number, Set<Listener>>();
  let isStopped = false;

  return {
    /** @returns the end of the subscription */
    subscribe: (userId: number, listener: Listener): (() => void) => {
      const listeners = byUser.get(userId) ?? new Set();
      byUser.set(userId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byUser.get(userId) === listeners) byUser.delete(userId);
      };
    },
    /**
     * Makes room for one more stream of a user where `most` may be open; false when there is none. A full house keeps whom it
     * has: if the newest pushed the oldest out, that one would be back after a second to push out the next, for ever, while who
     * is refused waits longer each time. Only an older stream of the same browser session gives way: its network went without
     * a word.
     */
    makeRoom: (userId: number, sessionId: string | null, most: number): boolean => {
      const listeners = byUser.get(userId);
      if (!listeners || listeners.size < most) return true;
      const older = [...listeners].find((listener) => sessionId !== null && listener.sessionId === sessionId);
      older?.stop();
      return older !== undefined;
    },
    wake: (userId: number): void => {
      for (const { wake } of byUser.get(userId) ?? []) wake();
    },
    wakeAll: (): void => {
      for (const listeners of byUser.values()) for (const { wake } of listeners) wake();
    },
    /** Ends all streams; none is opened any more. */
    stopAll: (): void => {
      isStopped = true;
      for (const listeners of [...byUser.values()]) for (const { stop } of [...listeners]) stop();
    },
    isStopped: (): boolean => isStopped,
    /** Streams open in this process. */
    size: (): number => [...byUser.values()].reduce((sum, { size }) => sum + size, 0),
  };
};

export type EventHub = ReturnType<typeof makeEventHub>;
