/** Waits for real work (network, disk) to show; the bound is only there so that a test that can never pass ends. */
export const eventually = async <Value>(
  read: () => Value,
  isDone: (value: Value) => boolean,
  boundMs = 15_000,
): Promise<Value> => {
  const end = Date.now() + boundMs;
  for (;;) {
    const value = read();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`never came true; last seen: ${JSON.stringify(value)?.slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
