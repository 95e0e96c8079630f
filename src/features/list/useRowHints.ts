import { useCallback, useEffect, useRef, useState } from 'react';
import type { ItemId } from '../../contract/ids';

const HIDE_HINTS_MS = 2000;

/** Which rows show hints (the placeholders of their fields): the edited row, and for a moment the rows edited before it. */
export const useRowHints = () => {
  const [hinted, setHinted] = useState<ReadonlySet<ItemId>>(new Set());
  const timers = useRef(new Map<ItemId, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);

  const showHints = (id: ItemId): void => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setHinted((before) => (before.has(id) ? before : new Set([...before, id])));
  };

  const hideHintsLater = useCallback((id: ItemId) => {
    clearTimeout(timers.current.get(id));
    const hide = (): void => {
      timers.current.delete(id);
      setHinted((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : before));
    };
    timers.current.set(id, setTimeout(hide, HIDE_HINTS_MS));
  }, []);

  return { hinted, showHints, hideHintsLater };
};
