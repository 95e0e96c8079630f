import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** How far the finger must pull, in px. */
const PULL_PX = 96;

/** The scroll position around an element: of its pane, or of the window. */
const scrolledPx = (element: Element): number => element.closest('[data-pane=overview]')?.scrollTop ?? window.scrollY;

/**
 * Pulling the page down from its top with a finger refreshes it. No event is cancelled: the page's
 * `overscroll-behavior` prevents the browser's own reload.
 * @param heading an element of the page
 * @returns the progress of the pull, from 0 to 1
 */
export const usePullToRefresh = (heading: RefObject<Element | null>, onRefresh: () => void): number => {
  const [progress, setProgress] = useState(0);
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    let startY: number | null = null;
    let pulled = 0;
    const move = (to: number): void => {
      pulled = to;
      setProgress(to);
    };
    const onStart = ({ touches, target }: TouchEvent): void => {
      const page = heading.current?.closest('[data-page]');
      const isInPage = page && target instanceof Element && page.contains(target) && !target.closest('nav');
      startY = isInPage && scrolledPx(page) <= 0 && touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
    };
    const onMove = ({ touches }: TouchEvent): void => {
      const [touch] = touches;
      if (startY === null || !touch) return;
      if (heading.current && scrolledPx(heading.current) > 0) startY = null;
      move(startY === null ? 0 : Math.min(1, Math.max(0, (touch.clientY - startY) / PULL_PX)));
    };
    const onCancel = (): void => {
      startY = null;
      move(0);
    };
    const onEnd = (): void => {
      if (pulled >= 1) refresh();
      onCancel();
    };
    const listeners = [
      ['touchstart', onStart],
      ['touchmove', onMove],
      ['touchend', onEnd],
      ['touchcancel', onCancel],
    ] as const;
    for (const [type, listener] of listeners)
      document.addEventListener(type, listener as EventListener, { passive: true });
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener);
    };
  }, [heading]);
  return progress;
};
