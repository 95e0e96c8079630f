import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

let opened = 0;
/** A mark that differs from those of earlier page loads in the same history. */
const newMark = (): string => {
  opened += 1;
  return `${performance.timeOrigin}-${opened}`;
};

const markOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'layer' in state ? state.layer : null;

/** Whether a history entry belongs to an overlay, open or already closed. */
export const isOverlayEntry = ({ state }: { readonly state: unknown }): boolean => markOf(state) !== null;

/** The mark of the entry that the page was loaded on and is about to leave; null afterwards. */
let deadMark: unknown = null;

/**
 * After a reload with an open overlay, leaves its history entry. The overlay is closed now, so the back button would
 * seem to do nothing.
 */
export const useLeaveDeadEntry = (): void => {
  const navigate = useNavigate();
  const mark = markOf(useLocation().state);
  const [firstMark] = useState(() => {
    deadMark = mark;
    return mark;
  });
  const isLeft = useRef(firstMark === null);
  useEffect(() => {
    if (isLeft.current) return;
    isLeft.current = true;
    void navigate(-1);
  }, [navigate]);
  useEffect(() => {
    if (mark !== firstMark) deadMark = null;
  }, [mark, firstMark]);
};

/**
 * Gives an open overlay (dialog, sheet, popover) a history entry, so that the back button closes it and does not leave
 * the screen. If it is closed otherwise, its entry is removed. A navigation from inside closes it. Overlays that follow
 * each other share one entry. Call it in a component that is mounted before the overlay opens.
 */
export const useBackCloses = (isOpen: boolean, close: () => void): void => {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location, close });
  const mark = useRef<string | null>(null);
  const wasSeen = useRef(false);
  const isGone = useRef(false);
  const [isTaken, setTaken] = useState(false);
  // Going back is asynchronous and would remove an entry that was added meanwhile.
  const isOnDeadEntry = deadMark !== null && markOf(location.state) === deadMark;

  useLayoutEffect(() => {
    latest.current = { navigate, location, close };
    if (mark.current === null) return;
    if (markOf(location.state) === mark.current) {
      wasSeen.current = true;
    } else if (wasSeen.current) {
      mark.current = null;
      setTaken(true);
      close();
    }
  });

  // Declared before the next effect, whose cleanup reads it.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  useEffect(() => {
    // An overlay that opened with the navigation which closed the previous one gets an entry of its own.
    if (isTaken) setTaken(false);
    if (isTaken || !isOpen || isOnDeadEntry) return;
    // Without the hash: an invitation code was removed from the address, and the router does not know it.
    const { pathname, search, state } = latest.current.location;
    mark.current = newMark();
    wasSeen.current = false;
    void latest.current.navigate({ pathname, search }, { state: { ...state, layer: mark.current } });
    return () => {
      if (mark.current === null) return;
      mark.current = null;
      // Going back takes longer than replacing. If the whole screen is closing, its navigation replaces this entry.
      if (!isGone.current) void latest.current.navigate(-1);
    };
  }, [isOpen, isTaken, isOnDeadEntry]);
};
