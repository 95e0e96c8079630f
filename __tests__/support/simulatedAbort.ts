type Listener = () => void;

/** The reason of every abort. All share one error, because creating an error costs more than a step of a history. */
const GIVEN_UP = Object.assign(new Error('given up'), { name: 'AbortError' });

class SimulatedSignal {
  aborted = false;
  reason: unknown = undefined;
  /** Each is called once, because a signal is aborted once. */
  private readonly listeners = new Set<Listener>();

  addEventListener(_kind: 'abort', listener: Listener): void {
    if (!this.aborted) this.listeners.add(listener);
  }

  removeEventListener(_kind: 'abort', listener: Listener): void {
    this.listeners.delete(listener);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener();
  }
}

class SimulatedAbortController {
  readonly signal = new SimulatedSignal();

  abort(reason: unknown = GIVEN_UP): void {
    this.signal.abort(reason);
  }
}

/** Installs an `AbortController` with only what product and libraries use, which takes a tenth of the time. Returns a function that uninstalls it. */
export const installSimulatedAbort = (): (() => void) => {
  const real = { AbortController: globalThis.AbortController };
  Object.assign(globalThis, { AbortController: SimulatedAbortController });
  return () => void Object.assign(globalThis, real);
};
