import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

let opened = 0;
/** A mark that differs from those of earlier page loads in the same history. */
const newMark = (): string => {
  opened += 1;
  return `${performance.timeOrigin}-${opened}`;
};

/** Only this app writes the state of its entries. */
interface HistoryEntry {
  readonly state: { readonly overlays?: readonly unknown[] } | null;
}

/** The marks of the overlays at a history entry. Each lies over the one before it, and has an entry of its own. */
const marksAt = ({ state }: HistoryEntry): readonly unknown[] => state?.overlays ?? [];

/** How many history entries back the page is that the overlays at this entry lie over. 0: no overlay. */
export const overlaysAt = (entry: HistoryEntry): number => marksAt(entry).length;

/** The marks of the open overlays. */
const openMarks = new Set<unknown>();

/**
 * The same as `overlaysAt`, where the page may be left in the moment in which an overlay opens: its history entry is
 * there at once, the location that React knows comes after it.
 */
export const overlaysOver = (location: HistoryEntry): number => Math.max(overlaysAt(location), openMarks.size);

/** Whether the topmost overlay of a history entry is closed. */
const isDead = (entry: HistoryEntry): boolean => overlaysAt(entry) > 0 && !openMarks.has(marksAt(entry).at(-1));

/**
 * Leaves the history entry of a closed overlay, after a reload with an open overlay or after the forward button. The
 * back button would seem to do nothing there.
 */
export const useLeaveDeadEntry = (): void => {
  const navigate = useNavigate();
  const location = useLocation();
  const arrivedAt = useRef<string | null>(null);
  useEffect(() => {
    // Only on arrival. An overlay that closes leaves its entry itself.
    if (arrivedAt.current === location.key) return;
    arrivedAt.current = location.key;
    if (isDead(location)) void navigate(-1);
  }, [navigate, location]);
};

/**
 * Leaves the history entries of the open overlays, which close then. A navigation that replaced the topmost entry would
 * keep the page below it in the history.
 * @returns whether the entry still belongs to an overlay
 */
export const useLeaveOverlays = (isWanted: boolean): boolean => {
  const navigate = useNavigate();
  const location = useLocation();
  const count = overlaysAt(location);
  const isLeaving = isWanted && count > 0;
  useEffect(() => {
    if (isLeaving && !isDead(location)) void navigate(-count);
  }, [navigate, location, count, isLeaving]);
  return isLeaving;
};

/**
 * Gives an open overlay (dialog, sheet, popover) a history entry, so that the back button closes it and does not leave
 * the screen. If it is closed otherwise, its entry is removed. A navigation from inside closes it. Overlays that follow
 * each other share one entry; one that opens over another gets the next entry. Call it in a component that is mounted
 * before the overlay opens.
 */
export const useBackCloses = (isOpen: boolean, close: () => void): void => {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location, close });
  const mark = useRef<string | null>(null);
  const openedAt = useRef(location);
  const isGone = useRef(false);
  const [isTaken, setTaken] = useState(false);
  // Going back is asynchronous and would remove an entry that was added meanwhile.
  const isOnDeadEntry = isDead(location);

  useLayoutEffect(() => {
    latest.current = { navigate, location, close };
    if (mark.current === null) return;
    if (location !== openedAt.current && !marksAt(location).includes(mark.current)) {
      openMarks.delete(mark.current);
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
    openMarks.add(mark.current);
    openedAt.current = latest.current.location;
    const overlays = [...marksAt(latest.current.location), mark.current];
    void latest.current.navigate({ pathname, search }, { state: { ...state, overlays } });
    return () => {
      if (mark.current === null) return;
      openMarks.delete(mark.current);
      mark.current = null;
      // Going back takes longer than replacing. If the whole screen is closing, its navigation replaces this entry.
      if (!isGone.current) void latest.current.navigate(-1);
    };
  }, [isOpen, isTaken, isOnDeadEntry]);
};
