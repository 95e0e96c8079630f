/**
 * The same methods, but after the death of their page no call resolves. A dead page's timers still fire in a test; a call
 * that failed would be tried again.
 */
export const untilDead = <Methods extends object>(methods: Methods, isDead: () => boolean): Methods =>
  new Proxy(methods, {
    get: (target, name, receiver) => {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...call: unknown[]) => (isDead() ? new Promise(() => undefined) : method.apply(target, call));
    },
  });
