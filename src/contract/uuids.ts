/** Uuids of version 7: they start with their creation time, so rows are ordered by them. */

/** True for a uuid that contains its creation time (version 7). */
export const isTimedUuid = (uuid: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(uuid);

/** In a version 7 uuid: the time, the counter, and the digits that place a row pasted between two others. */
const PLACE_CHARACTERS = 30;
/** How many values the remaining digits can have. */
const ENDS = 16 ** 6;

/**
 * New uuids in the places of removed rows, which keep their order. Rows of pastes inside pastes have the same place: each
 * of these gets a random end in its own part of the ends.
 * @param removed uuids with a time
 * @param newUuid its last digits are the random part
 * @returns the new uuids by the removed ones
 */
export const uuidsInPlaceOf = (removed: readonly string[], newUuid: () => string): ReadonlyMap<string, string> => {
  const byPlace = new Map<string, string[]>();
  for (const uuid of [...removed].sort()) {
    const place = uuid.slice(0, PLACE_CHARACTERS);
    if (!byPlace.get(place)?.push(uuid)) byPlace.set(place, [uuid]);
  }
  return new Map(
    [...byPlace].flatMap(([place, rows]) =>
      rows.map((uuid, at): [string, string] => {
        const random = Number.parseInt(newUuid().slice(PLACE_CHARACTERS), 16);
        const end = Math.floor((at * ENDS + random) / rows.length);
        return [uuid, place + end.toString(16).padStart(6, '0')];
      }),
    ),
  );
};

/** Whether a row was made again in the place of another one, as when a removed list is restored. */
export const isInPlaceOf = (uuid: string, removed: string): boolean =>
  isTimedUuid(removed) && uuid !== removed && uuid.startsWith(removed.slice(0, PLACE_CHARACTERS));
