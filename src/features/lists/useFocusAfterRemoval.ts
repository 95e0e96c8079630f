import { type RefObject, useEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import { rowLinkId } from './useReturnToRow';

/**
 * When a row disappears with the focus, the focus goes to the row in its place, else to the last, else to `fallback`.
 */
export const useFocusAfterRemoval = (ids: readonly ListId[], fallback: RefObject<HTMLElement | null>): void => {
  const before = useRef(ids);
  useEffect(() => {
    const place = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (place === -1) return;
    // A closing dialog first returns the focus to its opener, which is gone. This runs one frame later.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || activeElement?.closest('[role=alertdialog]') != null;
      if (!isLost) return;
      const next = ids[place] ?? ids.at(-1);
      const target = next ? document.getElementById(rowLinkId(next)) : fallback.current;
      target?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [ids, fallback]);
};
