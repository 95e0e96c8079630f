import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import type { SheetAnchor } from './ActionSheet';

export const LONG_PRESS_MS = 500;
/** How far a finger may move, in px. */
const LONG_PRESS_TOLERANCE = 10;

/** A long press by a finger, or a right click or the menu key. */
type PressedBy = 'finger' | 'other';

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

export const RIGHT_BUTTON = 2;

/** After a long press the finger lifts over whatever has opened. The click that follows is not intended. */
const swallowNextClick = (): void => {
  const stop = (event: Event): void => {
    done();
    event.preventDefault();
    event.stopPropagation();
  };
  /** Otherwise the opened element would lose the focus. */
  const keepFocus = (event: Event): void => event.preventDefault();
  const done = (): void => {
    window.removeEventListener('click', stop, true);
    window.removeEventListener('mousedown', keepFocus, true);
    for (const next of ['pointerdown', 'keydown']) window.removeEventListener(next, done, true);
  };
  window.addEventListener('click', stop, true);
  window.addEventListener('mousedown', keepFocus, true);
  for (const next of ['pointerdown', 'keydown']) window.addEventListener(next, done, true);
};

/**
 * Handlers for a long press, a right click and the menu key. Android, mouse and keyboard send `contextmenu` for all of
 * them. iOS does not, so a timer detects the long press. The click after it is cancelled.
 * @param onTimedPress called too when only the timer detected it, for the vibration that the system does otherwise
 */
export const useLongPress = (onPress: (place: SheetAnchor, by: PressedBy) => void, onTimedPress?: () => void) => {
  const press = useRef<Press | null>(null);
  const wasLong = useRef(false);

  const cancel = useCallback((): void => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }, []);
  useEffect(() => cancel, [cancel]);

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      cancel();
      wasLong.current = false;
      if (event.pointerType === 'mouse') return;
      const element = event.currentTarget;
      const timer = setTimeout(() => {
        press.current = null;
        wasLong.current = true;
        swallowNextClick();
        onTimedPress?.();
        onPress(element, 'finger');
      }, LONG_PRESS_MS);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>): void => {
      const { current } = press;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > LONG_PRESS_TOLERANCE) cancel();
    },
    onPointerUp: cancel,
    // The touch became a scroll.
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      event.preventDefault();
      const isTouch = press.current !== null;
      cancel();
      // The timer has already opened the menu.
      if (wasLong.current) return;
      wasLong.current = isTouch;
      if (isTouch) swallowNextClick();
      const isMouse = event.button === RIGHT_BUTTON && !isTouch;
      const place = isMouse ? { left: event.clientX, top: event.clientY } : event.currentTarget;
      onPress(place, isTouch ? 'finger' : 'other');
    },
  };
};
