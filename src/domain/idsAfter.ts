import { isTimedUuid } from '../contract/uuids';

/**
 * Rows are ordered by their ids (`itemOrder`), so a row between two others needs an id between theirs. A version 7 uuid
 * starts with a time and a counter, and ends with random bits. The new ids share time and counter with the row before
 * them, and differ in the random part.
 */

/** The first characters of a uuid have the time and the counter; the others are the random part. */
const PLACE_CHARACTERS = 26;
const RANDOM_VALUES = 2 ** 40;

const randomPartOf = (id: string): number => Number.parseInt(id.slice(PLACE_CHARACTERS), 16);

/**
 * Returns ids for new rows right after a row, in their order. They are spread evenly, so that more rows fit between
 * them. Each id is random within its part of the space. Null if there is no room, or if an id is not of version 7.
 * @param next the id of the row that follows now
 * @param fresh one new id per row; its random part is used
 */
export const idsAfter = (before: string, next: string, fresh: readonly string[]): string[] | null => {
  if (![before, ...fresh].every(isTimedUuid)) return null;
  const place = before.slice(0, PLACE_CHARACTERS);
  const from = randomPartOf(before);
  const to = next.startsWith(place) ? randomPartOf(next) : RANDOM_VALUES;
  const part = (to - from) / (fresh.length + 1);
  if (!(part >= 4)) return null;
  return fresh.map((id, index) => {
    // Uses only half of each part, so that neighbouring ids never meet.
    const at = from + part * (index + 1) + (part / 2) * (randomPartOf(id) / RANDOM_VALUES - 0.5);
    return place + Math.floor(at).toString(16).padStart(10, '0');
  });
};
