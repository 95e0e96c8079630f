/** Kept from before a test stops the timers: disk and network go on meanwhile. */
const realTimeout = setTimeout;
const realNow = Date.now;

/** Waits for real work (network, disk) to show; the bound is only there so that a test that can never pass ends. */
export const eventually = async <Value>(
  read: () => Value,
  isDone: (value: Value) => boolean,
  boundMs = 15_000,
): Promise<Value> => {
  const end = realNow() + boundMs;
  for (;;) {
    const value = read();
    if (isDone(value)) return value;
    if (realNow() > end) throw new Error(`never came true; last seen: ${JSON.stringify(value)?.slice(0, 2000)}`);
    await new Promise((resolve) => realTimeout(resolve, 5));
  }
};
