import { type RefObject, useEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import { rowLinkId } from './useReturnToRow';

/**
 * When a row disappears with the focus, the focus goes to the row in its place, else to the last, else to `fallback`.
 */
export const useFocusAfterRemoval = (ids: readonly ListId[], fallback: RefObject<HTMLElement | null>): void => {
  const before = useRef(ids);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      focused.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const place = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (place === -1) return;
    // A closing dialog first returns the focus to its opener, which is gone. This runs one frame later.
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      // Without a focus before, as on a phone, there is none to move, and the page must not scroll to a row.
      const isGone = activeElement === body && focused.current instanceof Node && !focused.current.isConnected;
      if (!isGone && !activeElement?.closest('[role=alertdialog]')) return;
      const next = ids[place] ?? ids.at(-1);
      const target = next ? document.getElementById(rowLinkId(next)) : fallback.current;
      target?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [ids, fallback]);
};
