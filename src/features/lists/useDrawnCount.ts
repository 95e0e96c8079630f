import { startTransition, useEffect, useState } from 'react';

/** As many as most screens show; on a larger one the others come in the next frame. */
const FIRST = 12;
const MORE = 48;

/**
 * How many rows are drawn: a screenful at once, the rest in steps. So the first rows appear quickly, even with 500
 * lists.
 * @param isWhole draws all at once, so that a person who returns from a list finds the old scroll position
 */
export const useDrawnCount = (count: number, isWhole: boolean): number => {
  const [drawn, setDrawn] = useState(isWhole ? Number.POSITIVE_INFINITY : FIRST);
  useEffect(() => {
    if (count === 0 || drawn === Number.POSITIVE_INFINITY) return;
    const next = drawn + MORE < count ? drawn + MORE : Number.POSITIVE_INFINITY;
    // In a task of its own, so that keys and touches are handled in between.
    const timer = setTimeout(() => startTransition(() => setDrawn(next)));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
};
