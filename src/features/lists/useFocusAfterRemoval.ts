import { useEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import { rowLinkId } from './useReturnToRow';

/** When the row one acted on goes, the focus goes to the one in its place, else to the last, else to `fallback`. */
export const useFocusAfterRemoval = (ids: readonly ListId[], fallback: () => HTMLElement | null): void => {
  const before = useRef(ids);
  const latestFallback = useRef(fallback);
  useEffect(() => {
    latestFallback.current = fallback;
  }, [fallback]);
  useEffect(() => {
    const place = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (place === -1) return;
    // The question that led here gives the focus back to its opener, which is gone by then.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || activeElement?.closest('[role=alertdialog]') != null;
      if (!isLost) return;
      const next = ids[place] ?? ids.at(-1);
      const target = next ? document.getElementById(rowLinkId(next)) : latestFallback.current();
      target?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [ids]);
};
