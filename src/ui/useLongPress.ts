import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';

export const LONG_PRESS_MS = 500;
/** How far a finger may tremble, in px. */
export const LONG_PRESS_TOLERANCE = 10;

/** Who asks: a finger that stays, or a mouse's other button and the keyboard. */
export type PressedBy = 'finger' | 'other';

/** Where a menu belongs: at the element, or (a mouse's right click) at the point, in px of the viewport. */
export type PressPlace = HTMLElement | { readonly left: number; readonly top: number };

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

const RIGHT_BUTTON = 2;

/** The finger that pressed long lets go over whatever has opened meanwhile: that click is nobody's wish. */
const swallowNextClick = (): void => {
  const stop = (event: Event): void => {
    done();
    event.preventDefault();
    event.stopPropagation();
  };
  /** It would take the focus from what has opened. */
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
 * Handlers for an element that answers a long press, a right click and the menu key. Android, mouse and keyboard deliver all of
 * these as `contextmenu`; iOS does not, so a timer counts there. The click that follows a long press is swallowed.
 * @param onTimedPress called besides when only the timer noticed (for the haptic that the system gives otherwise)
 */
export const useLongPress = (onPress: (place: PressPlace, by: PressedBy) => void, onTimedPress?: () => void) => {
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
    // The browser took the touch for a scroll.
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      event.preventDefault();
      const isTouch = press.current !== null;
      cancel();
      // The timer was first: the menu is open already.
      if (wasLong.current) return;
      wasLong.current = isTouch;
      if (isTouch) swallowNextClick();
      const isMouse = event.button === RIGHT_BUTTON && !isTouch;
      const place = isMouse ? { left: event.clientX, top: event.clientY } : event.currentTarget;
      onPress(place, isTouch ? 'finger' : 'other');
    },
  };
};
