import { useState } from 'react';
import type { KnownLists } from '../features/sharing/SharingNews';
import { useAppStore } from '../store/state/hooks';

/** The lists that the device knew when the session opened, before its first pull. */
export const useListsAtStart = (isOpen: boolean): KnownLists => {
  const store = useAppStore();
  const read = () => {
    const { session, data, lists } = store.getState();
    return { isOpen, user: session.user?.id, lists: data.base.lists, shown: lists.rows };
  };
  const [known, setKnown] = useState(read);
  if (known.isOpen !== isOpen) setKnown(read);
  return known;
};
