/** One open event stream. */
interface Listener {
  /** The reader's `X-Session-Id`, one for each page load of our app; null if it sent none. */
  readonly sessionId: string | null;
  /** Called when the user's event log grew; the stream then reads on. */
  readonly wake: () => void;
  /** Ends the stream and its subscription at once. */
  readonly stop: () => void;
}

const isSameSession = (listener: Listener, sessionId: string | null): boolean =>
  sessionId !== null && listener.sessionId === sessionId;

/**
 * Which streams listen to which user's event log in this process. The hub carries no events; streams read them from the
 * log.
 */
export const makeEventHub = () => {
  const byUser = new Map<number, Set<Listener>>();
  let isStopped = false;
  const listenersOf = (userId: number): readonly Listener[] => [...(byUser.get(userId) ?? [])];

  return {
    /**
     * Ends an older stream of the same session: its client has lost it.
     * @returns ends the subscription
     */
    subscribe: (userId: number, listener: Listener): (() => void) => {
      for (const older of listenersOf(userId)) if (isSameSession(older, listener.sessionId)) older.stop();
      const listeners = byUser.get(userId) ?? new Set();
      byUser.set(userId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byUser.get(userId) === listeners) byUser.delete(userId);
      };
    },
    /**
     * Whether other sessions of the user have `most` streams or more, so that no new one may open. To end the oldest
     * instead would loop: its client would come back after a second and end the next.
     */
    isFull: (userId: number, sessionId: string | null, most: number): boolean =>
      listenersOf(userId).filter((listener) => !isSameSession(listener, sessionId)).length >= most,
    wake: (userId: number): void => {
      for (const { wake } of listenersOf(userId)) wake();
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
