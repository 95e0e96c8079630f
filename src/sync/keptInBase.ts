import type { Base, Refusal, SyncOperation } from './syncState';

/** What both hold stands as it is known here; a refusal goes by its first change, as everywhere. */
const joined = <Entry>(
  stored: readonly Entry[],
  known: readonly Entry[],
  nameOf: (entry: Entry) => unknown,
): Entry[] => {
  const names = new Set(known.map(nameOf));
  return [...stored.filter((entry) => !names.has(nameOf(entry))), ...known];
};

/**
 * What base is the only copy of, refusals, offers of lost lists, the record of rounds and how far this device has counted, out of
 * a stored one that could not be read when this tab began and that it is about to write over. All else the server has told anew,
 * unless it was not asked yet. Twice is once.
 */
export const withKept = (base: Base, stored: Base): Base => ({
  ...(base.cursors.items === null ? stored : base),
  lost: { ...stored.lost, ...base.lost },
  refused: joined<Refusal>(stored.refused, base.refused, ({ changes }) => changes[0]?.id),
  operations: joined<SyncOperation>(stored.operations, base.operations, ({ id }) => id),
  lamport: Math.max(stored.lamport, base.lamport),
});
