import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

let opened = 0;
/** Differs from every mark that an earlier visit of the page left in the history. */
const newMark = (): string => {
  opened += 1;
  return `${performance.timeOrigin}-${opened}`;
};

const markOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'layer' in state ? state.layer : null;

/** Whether an entry of the history belongs to what is open over the page, or was. */
export const isLayerEntry = ({ state }: { readonly state: unknown }): boolean => markOf(state) !== null;

/** The entry that the page began on and is about to leave; null once it has. */
let deadMark: unknown = null;

/**
 * Leaves, at the start of a page, the entry of what was open when it was reloaded: it is not open any more, and the system's
 * back would seem to do nothing.
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
 * Makes what is open (dialog, sheet, popover) an entry of the history, so that the system's back closes it and does not leave
 * the screen. Closed by other means, it takes its entry away; a navigation from inside it closes it. Pages and menus that
 * follow each other in one open layer share one entry. Call it where it is mounted before it opens.
 */
export const useBackCloses = (isOpen: boolean, close: () => void): void => {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location, close });
  const mark = useRef<string | null>(null);
  const wasSeen = useRef(false);
  const isGone = useRef(false);
  const [isTaken, setTaken] = useState(false);
  // A browser goes back a moment later, and would take the entry that was made meanwhile.
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

  // Before the next effect, whose clean-up reads it.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  useEffect(() => {
    // What is open even after the navigation that closed it (a sheet that came with it) gets an entry of its own.
    if (isTaken) setTaken(false);
    if (isTaken || !isOpen || isOnDeadEntry) return;
    // Not its hash: a code that came with a link was taken out of the address, which the router did not hear.
    const { pathname, search, state } = latest.current.location;
    mark.current = newMark();
    wasSeen.current = false;
    void latest.current.navigate({ pathname, search }, { state: { ...state, layer: mark.current } });
    return () => {
      if (mark.current === null) return;
      mark.current = null;
      // A browser goes back later than it replaces: whoever leaves with the whole screen leaves the entry to the next one.
      if (!isGone.current) void latest.current.navigate(-1);
    };
  }, [isOpen, isTaken, isOnDeadEntry]);
};
