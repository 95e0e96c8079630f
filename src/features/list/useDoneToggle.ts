import { useState } from 'react';
import { asListId, type ListId } from '../../contract/ids';
import { COLLAPSED_LISTS_KEY } from '../../contract/storageKeys';
import { readJson, writeText } from '../../device/webStorage';

/** Only the newest are stored; older lists are shown expanded again. */
const KEPT_LISTS = 200;

const onDevice = (): Storage => localStorage;

const readCollapsed = (): ListId[] => {
  const stored = readJson(onDevice, COLLAPSED_LISTS_KEY);
  return Array.isArray(stored) ? stored.flatMap((id) => (typeof id === 'string' ? [asListId(id)] : [])) : [];
};

/** Lists whose bought items are collapsed. A reload keeps them collapsed. */
const collapsed = new Set<ListId>(readCollapsed());

/** Changes this one list in what is stored, because other windows store theirs there too. */
const keep = (listId: ListId, isCollapsed: boolean): void => {
  const others = readCollapsed().filter((id) => id !== listId);
  const lists = isCollapsed ? [...others, listId] : others;
  writeText(onDevice, COLLAPSED_LISTS_KEY, JSON.stringify(lists.slice(-KEPT_LISTS)));
};

/** Whether a list's bought items are shown (the default), and the function that changes it. */
export const useDoneToggle = (listId: ListId): readonly [isOpen: boolean, toggle: () => void] => {
  const [isOpen, setOpen] = useState(!collapsed.has(listId));
  const toggle = (): void => {
    if (isOpen) collapsed.add(listId);
    else collapsed.delete(listId);
    keep(listId, isOpen);
    setOpen(!isOpen);
  };
  return [isOpen, toggle];
};
