import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import { focusAfterLeaving } from './rowFocus';
import { endWait, type Settling, settled, waitAlso, withGroups } from './settling';

export const SETTLE_MS = 600;

/** Keeps ticked rows in place until `SETTLE_MS` after the last tick. Then all of them move together. */
export const useSettling = (groups: ItemGroups) => {
  const [stored, setSettling] = useState<Settling>(() => settled(groups));
  // Computed during rendering, so that a ticked row is never drawn in its new place first.
  const settling = stored.groups === groups ? stored : withGroups(stored, groups);
  if (settling !== stored) setSettling(settling);
  const { waiting } = settling;

  useEffect(() => {
    if (waiting.size === 0) return;
    const timer = setTimeout(() => {
      const focus = focusAfterLeaving(waiting);
      flushSync(() => setSettling(endWait));
      focus?.();
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  const stay = useCallback((id: ItemId) => setSettling((before) => waitAlso(before, id)), []);
  return { settling, stay };
};
