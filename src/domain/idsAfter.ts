import { isTimedUuid } from '../contract/records';

/**
 * Rows stand in the order of their ids (`itemOrder`), so a row that is to stand between two others needs an id between theirs. A
 * uuid of version 7 has its time and count first and chance at the end: the new ids share the first and differ in the second.
 */

/** Up to here: the time, and the count within it. */
const PLACE_CHARACTERS = 26;
const CHANCES = 2 ** 40;

const chanceOf = (id: string): number => Number.parseInt(id.slice(PLACE_CHARACTERS), 16);

/**
 * Ids for new rows right after a row, in their order: evenly spread, so that rows can come between them too, and each by chance
 * within its part. Null where there is no room, as after the id of another program.
 * @param next the row that now stands after it
 * @param fresh one new id per row; their chance is taken
 */
export const idsAfter = (before: string, next: string, fresh: readonly string[]): string[] | null => {
  if (![before, ...fresh].every(isTimedUuid)) return null;
  const place = before.slice(0, PLACE_CHARACTERS);
  const from = chanceOf(before);
  const to = next.startsWith(place) ? chanceOf(next) : CHANCES;
  const part = (to - from) / (fresh.length + 1);
  if (!(part >= 4)) return null;
  return fresh.map((id, index) => {
    // Half of each part is left free, so that none meets its neighbour.
    const at = from + part * (index + 1) + (part / 2) * (chanceOf(id) / CHANCES - 0.5);
    return place + Math.floor(at).toString(16).padStart(10, '0');
  });
};
