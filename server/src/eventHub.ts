/** One open event stream. */
interface Listener {
  /** The browser session of the reader; null if it sent none. */
  readonly sessionId: string | null;
  /** Called when the user's event log grew; the stream then reads on. */
  readonly wake: () => void;
  /** Ends the stream and its subscription at once. */
  readonly stop: () => void;
}

/**
 * Which streams listen to which user's event log in this process. The hub carries no events; streams read them from the
 * log.
 */
export const makeEventHub = () => {
  const byUser = new Map<number, Set<Listener>>();
  let isStopped = false;

  return {
    /** @returns ends the subscription */
    subscribe: (userId: number, listener: Listener): (() => void) => {
      const listeners = byUser.get(userId) ?? new Set();
      byUser.set(userId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byUser.get(userId) === listeners) byUser.delete(userId);
      };
    },
    /**
     * Whether one more stream of a user may open, where `most` are allowed. When all places are taken, the new stream
     * is refused. Closing the oldest instead would loop: it would reconnect after a second and close the next. Only an
     * older stream of the same browser session is closed, because its network was lost.
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
    /** Ends all streams, and allows no new ones. */
    stopAll: (): void => {
      isStopped = true;
      for (const listeners of [...byUser.values()]) for (const { stop } of [...listeners]) stop();
    },
    isStopped: (): boolean => isStopped,
    /** The number of open streams in this process. */
    size: (): number => [...byUser.values()].reduce((sum, { size }) => sum + size, 0),
  };
};
