import { useEffect, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { rowLinkId } from './useReturnToRow';

const HIGHLIGHT_MS = 1200;

/** Shows a list that was just made: its row comes into sight, has the focus, and is lit for a moment. */
export const useNewListFocus = (newListId: ListId | null): ListId | null => {
  const [lit, setLit] = useState<ListId | null>(null);
  const [known, setKnown] = useState(newListId);
  if (newListId !== known) {
    setKnown(newListId);
    setLit(newListId);
  }
  useEffect(() => {
    if (!lit) return;
    // The dialog gives the focus back to its opener first.
    const frame = requestAnimationFrame(() => {
      const link = document.getElementById(rowLinkId(lit));
      link?.scrollIntoView({ block: 'nearest' });
      link?.focus({ preventScroll: true });
    });
    const timer = setTimeout(() => setLit(null), HIGHLIGHT_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [lit]);
  return lit;
};
