import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../device/whenIdle';
import { FIRST_CARDS } from './overviewSizes';

const MORE = 48;
/** A page that stays busy draws the next rows after this time. */
const LONGEST_WAIT_MS = 250;

/**
 * How many rows are drawn: a screenful at once, the rest in steps while the page is idle. So the first rows appear
 * quickly, even with 500 lists.
 * @param isWhole draws all at once, so that a person who returns from a list finds the old scroll position
 */
export const useDrawnCount = (count: number, isWhole: boolean): number => {
  const [drawn, setDrawn] = useState(isWhole ? Number.POSITIVE_INFINITY : FIRST_CARDS);
  useEffect(() => {
    if (count === 0 || drawn === Number.POSITIVE_INFINITY) return;
    const next = drawn + MORE < count ? drawn + MORE : Number.POSITIVE_INFINITY;
    let isWanted = true;
    // Keys, touches and a first pull go before rows that nobody sees yet.
    void whenIdle(window, LONGEST_WAIT_MS).then(() => {
      if (isWanted) startTransition(() => setDrawn(next));
    });
    return () => {
      isWanted = false;
    };
  }, [drawn, count]);
  return drawn;
};
