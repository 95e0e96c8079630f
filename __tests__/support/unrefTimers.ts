/**
 * A tab that was killed cannot stop its timers, and a disk that never heals is tried again for ever: such timers must not keep
 * the test process alive after its last test.
 */
const LONG_MS = 1000;
const startTimeout = globalThis.setTimeout;
const startInterval = globalThis.setInterval;

globalThis.setTimeout = Object.assign((...call: Parameters<typeof startTimeout>) => {
  const timer = startTimeout(...call);
  if (Number(call[1]) > LONG_MS) timer.unref();
  return timer;
}, startTimeout) as typeof startTimeout;

globalThis.setInterval = ((...call: Parameters<typeof startInterval>) =>
  startInterval(...call).unref()) as typeof startInterval;
