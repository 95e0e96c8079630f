import { resolve } from 'node:path';

/** The build to measure, and the one in the folder of `npm run bench -- --against FOLDER`. Both are measured in turns. */
export const BUILDS: readonly string[] = [process.env.E2E_DIST ?? 'dist', process.env.BENCH_AGAINST].flatMap((dist) =>
  dist ? [resolve(dist)] : [],
);

/** The text after the name of a figure. @param index the place of its build in `BUILDS` */
export const nameOfBuild = (index: number): string => (index === 0 ? '' : ' (the build against)');

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export const rounded = (value: number): number => Math.round(value * 100) / 100;
