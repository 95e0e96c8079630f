/** One open event stream, as the hub knows it. */
export interface Listener {
  /** The user's event log grew: read it from where you are. */
  readonly wake: () => void;
  /** The server stops: end the stream. */
  readonly stop: () => void;
}

/** Who listens to which user's event log in this process. The hub carries no events: the log is the truth. */
export const makeEventHub = () => {
  const byUser = new Map<number, Set<Listener>>();

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
    wake: (userId: number): void => {
      for (const { wake } of byUser.get(userId) ?? []) wake();
    },
    wakeAll: (): void => {
      for (const listeners of byUser.values()) for (const { wake } of listeners) wake();
    },
    stopAll: (): void => {
      for (const listeners of [...byUser.values()]) for (const { stop } of [...listeners]) stop();
    },
    /** Streams open in this process. */
    size: (): number => [...byUser.values()].reduce((sum, { size }) => sum + size, 0),
  };
};

export type EventHub = ReturnType<typeof makeEventHub>;
