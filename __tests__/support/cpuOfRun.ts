/** The clock of the processor may stand still for some milliseconds, and a single short run then costs nothing. */
const LEAST_US = 50_000;

/**
 * How much of the processor one run of `work` takes, in µs, whatever else the machine does. Runs it once to warm up, and
 * then again and again until enough time was counted.
 */
export const cpuOfRun = async (work: () => unknown): Promise<number> => {
  await work();
  const before = process.cpuUsage();
  for (let runs = 1; ; runs += 1) {
    await work();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= LEAST_US) return (user + system) / runs;
  }
};
