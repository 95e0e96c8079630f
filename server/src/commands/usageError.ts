import { resolve } from 'node:path';

/** A command with wrong usage; without a message the usage text is printed. */
export class UsageError extends Error {}

/**
 * The file that a backup or restore is given, as a whole path.
 * @throws UsageError unless it is the only argument. An option such as `--help` is no file.
 */
export const givenFile = ([given, ...rest]: readonly string[]): string => {
  if (given === undefined || given.startsWith('-') || rest.length > 0) throw new UsageError();
  return resolve(given);
};
