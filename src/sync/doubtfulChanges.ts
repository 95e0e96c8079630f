import { type ChangeId, counterOf } from '../contract/ids';
import { allChanges, type Base, type Log } from './syncState';

/**
 * What may have left the disk while its log cannot be read, through another tab or the worker. Base is written before and counts
 * what leaves: who could read it is sure of all that was counted since, and everybody is of what no disk took.
 * @param read base as the disk has it; null where it cannot be read either
 */
export const doubtfulChanges = (
  log: Log,
  read: Base | null,
  isStuck: (id: ChangeId) => boolean,
): ReadonlySet<ChangeId> => {
  const counted = read?.lamport ?? Number.POSITIVE_INFINITY;
  const known = allChanges(log).map(({ id }) => id);
  return new Set(known.filter((id) => !isStuck(id) && counterOf(id) <= counted));
};
