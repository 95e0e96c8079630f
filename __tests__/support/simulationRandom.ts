/** Seeded randomness (mulberry32): the same seed, the same history. */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A whole number below `count`. */
    below: (count: number): number => Math.floor(next() * count),
    chance: (probability: number): boolean => next() < probability,
    pick: <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(next() * values.length)],
  };
};

export type Random = ReturnType<typeof seededRandom>;
