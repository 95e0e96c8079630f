interface Durations {
  readonly buckets: number[];
  sum: number;
  count: number;
}

/**
 * A histogram of durations in the text format of Prometheus.
 * @param ends the upper bounds of the buckets, in seconds
 */
export const makeHistogram = (name: string, help: string, ends: readonly number[]) => {
  const byLabels = new Map<string, Durations>();
  return {
    /** @param labels in text form: `method="GET",route="/api"` */
    observe: (labels: string, seconds: number): void => {
      let known = byLabels.get(labels);
      if (!known) {
        known = { buckets: ends.map(() => 0), sum: 0, count: 0 };
        byLabels.set(labels, known);
      }
      known.sum += seconds;
      known.count += 1;
      const { buckets } = known;
      ends.forEach((end, at) => {
        if (seconds <= end) buckets[at] = (buckets[at] ?? 0) + 1;
      });
    },
    lines: (): string[] => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...[...byLabels].flatMap(([labels, { buckets, sum, count }]) => [
        ...buckets.map((value, at) => `${name}_bucket{${labels},le="${ends[at]}"} ${value}`),
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sum}`,
        `${name}_count{${labels}} ${count}`,
      ]),
    ],
  };
};
