const SILENT_MS = 60_000;

/**
 * Tells of a fault that may come with each request, such as a full disk, at once and then once a minute with how often it came meanwhile.
 * @param now epoch ms
 * @returns how many were passed over since the last report, or null when this one is to be passed over too
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
