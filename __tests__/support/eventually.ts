/** The real timer, saved before a test replaces the timers: disk and network still work then. */
const realTimeout = setTimeout;
const realNow = Date.now;

/** Waits until the result of real work (network, disk) is there. The time limit only ends tests that can never pass. */
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
