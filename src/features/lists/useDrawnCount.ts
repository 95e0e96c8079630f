import { startTransition, useEffect, useState } from 'react';

/** As many as most screens show; on a larger one the others come in the next frame. */
const FIRST = 12;
const MORE = 48;

/**
 * How many of the rows are drawn: a screenful at once, and the rest behind it, some at a time, so that a person with 500 lists
 * waits for the first of them only.
 * @param isWhole all are drawn at once: who comes back from a list finds the page as it stood
 */
export const useDrawnCount = (count: number, isWhole: boolean): number => {
  const [drawn, setDrawn] = useState(isWhole ? Number.POSITIVE_INFINITY : FIRST);
  useEffect(() => {
    if (count === 0 || drawn === Number.POSITIVE_INFINITY) return;
    const next = drawn + MORE < count ? drawn + MORE : Number.POSITIVE_INFINITY;
    // In a task of its own, which gives way to keys and touches.
    const timer = setTimeout(() => startTransition(() => setDrawn(next)));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
};
