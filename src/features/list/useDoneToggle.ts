import { useState } from 'react';
import { asListId, type ListId } from '../../contract/ids';
import { FOLDED_LISTS_KEY } from '../../contract/storageKeys';
import { readMemory, writeMemory } from '../../device/screenMemory';

/** The newest; whoever folds more lists than that forgets the first. */
const KEPT_LISTS = 200;

const readFolded = (): ListId[] => {
  const stored = readMemory(FOLDED_LISTS_KEY);
  return Array.isArray(stored) ? stored.flatMap((id) => (typeof id === 'string' ? [asListId(id)] : [])) : [];
};

/** Lists whose bought items were folded away, as a shelf stays as one left it: also after a reload. */
const folded = new Set<ListId>(readFolded());

/** Whether a list's bought items are shown (they are at first), and the way to change that. */
export const useDoneToggle = (listId: ListId): readonly [isOpen: boolean, toggle: () => void] => {
  const [isOpen, setOpen] = useState(!folded.has(listId));
  const toggle = (): void => {
    if (isOpen) folded.add(listId);
    else folded.delete(listId);
    writeMemory(FOLDED_LISTS_KEY, [...folded].slice(-KEPT_LISTS));
    setOpen(!isOpen);
  };
  return [isOpen, toggle];
};
