import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import { type DelayedMoves, delayAlso, endDelay, withGroups, withoutDelays } from './delayedMoves';
import { focusAfterLeaving } from './rowFocus';

const MOVE_DELAY_MS = 600;

/** Keeps ticked rows in place until `MOVE_DELAY_MS` after the last tick. Then all of them move together. */
export const useDelayedMoves = (groups: ItemGroups) => {
  const [stored, setStored] = useState<DelayedMoves>(() => withoutDelays(groups));
  // Computed during rendering, so that a ticked row is never drawn in its new place first.
  const delayedMoves = stored.groups === groups ? stored : withGroups(stored, groups);
  if (delayedMoves !== stored) setStored(delayedMoves);
  const { waiting } = delayedMoves;

  useEffect(() => {
    if (waiting.size === 0) return;
    const timer = setTimeout(() => {
      const focus = focusAfterLeaving(waiting);
      flushSync(() => setStored(endDelay));
      focus?.();
    }, MOVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  const stay = (id: ItemId): void => setStored((before) => delayAlso(before, id));
  return { delayedMoves, stay };
};
