const SILENT_MS = 60_000;

/**
 * Decides whether to report a fault that may occur with each request, such as a full disk. It is reported at once, then
 * once a minute with the number of occurrences in between.
 * @param now epoch ms
 * @returns how many were skipped since the last report; null to skip this one too
 */
export const makeFaultReport = (now: () => number): ((cause: string) => number | null) => {
  const reported = new Map<string, { at: number; unsaid: number }>();
  return (cause) => {
    const last = reported.get(cause);
    const at = now();
    if (last && at >= last.at && at - last.at < SILENT_MS) {
      last.unsaid += 1;
      return null;
    }
    reported.set(cause, { at, unsaid: 0 });
    return last?.unsaid ?? 0;
  };
};
