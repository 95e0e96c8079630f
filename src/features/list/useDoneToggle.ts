import { useState } from 'react';
import type { ListId } from '../../contract/ids';

/** Lists whose bought items were folded away; for as long as the app runs, as a shelf stays as one left it. */
const folded = new Set<ListId>();

/** Whether a list's bought items are shown (they are at first), and the way to change that. */
export const useDoneToggle = (listId: ListId): readonly [isOpen: boolean, toggle: () => void] => {
  const [isOpen, setOpen] = useState(!folded.has(listId));
  const toggle = (): void => {
    if (isOpen) folded.add(listId);
    else folded.delete(listId);
    setOpen(!isOpen);
  };
  return [isOpen, toggle];
};
