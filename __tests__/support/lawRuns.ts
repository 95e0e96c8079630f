/**
 * The random examples of a property test. They are the same in each run, so that the gate says the same each time.
 * `npm run laws` takes more of them and others; a property that fails names its seed.
 */
const SEED = Number(process.env.LAWS_SEED ?? 1);
const TIMES = Number(process.env.LAWS_TIMES ?? 1);

/**
 * Parameters for `fc.assert`.
 * @param count of the examples in the gate
 */
export const lawRuns = (count: number): { readonly seed: number; readonly numRuns: number } => ({
  seed: SEED,
  numRuns: count * TIMES,
});
