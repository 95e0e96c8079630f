/** The clock of the processor may stand still for some milliseconds, and a single short run then costs nothing. */
const LEAST_US = 50_000;
const COUNTS = 3;

const countOnce = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  for (let runs = 1; ; runs += 1) {
    await work();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= LEAST_US) return (user + system) / runs;
  }
};

/**
 * How much of the processor one run of `work` takes, in µs, whatever else the machine does. Runs it once to warm up, and
 * then again and again until enough time was counted. The least of three counts: while one of them runs, this process may
 * also clear the memory of the tests before, which costs more than the work itself.
 */
export const cpuOfRun = async (work: () => unknown): Promise<number> => {
  await work();
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < COUNTS; count += 1) least = Math.min(least, await countOnce(work));
  return least;
};
