import { MOTION_MS } from '../../ui/tokens';
import { holdThenPlay, stopPlaying } from './holdThenPlay';
import { takeForAdding } from './meantForAdding';
import { isInSight, moverAround, moversIn, nameOf, type Place, type Places, placeOf, sheetsIn } from './places';
import { prefersReducedMotion } from './prefersReducedMotion';
import { PAPER_REACH_PX, TALLER } from './Sheet';

/**
 * Animates moved elements from their old to their new places (the FLIP technique). The layout changes at once; only
 * transforms are animated, so no frame needs a new layout.
 */
const TIMING: KeyframeAnimationOptions = { duration: MOTION_MS.collapse, easing: 'ease-out' };
const LEAST_PX = 0.5;

const along = (px: number): string => `translateY(${px}px)`;

const fadeIn = (element: HTMLElement): void =>
  holdThenPlay(element, { opacity: '0' }, [{ opacity: 0 }, { opacity: 1 }], TIMING);

const slide = (element: HTMLElement, fromPx: number): void => {
  const start = along(fromPx);
  holdThenPlay(element, { transform: start }, [{ transform: start }, { transform: 'none' }], TIMING);
};

/** A row that changes its section fades out at its old place, and fades in at the new one. */
const change = (element: HTMLElement, fromPx: number): void => {
  const start = along(fromPx);
  const keyframes = [
    { transform: start, opacity: 1 },
    { transform: start, opacity: 0, offset: 0.5 },
    { transform: 'none', opacity: 0, offset: 0.5 },
    { transform: 'none', opacity: 1 },
  ];
  holdThenPlay(element, { transform: start }, keyframes, TIMING);
};

/** Scrolls the window by as much as the anchor row moved, so that it stays in place on screen. */
const keepAnchor = (elements: readonly HTMLElement[], { anchor, movers }: Places): void => {
  const element = elements.find((other) => nameOf(other) === anchor);
  const before = anchor === null ? undefined : movers.get(anchor);
  if (!element || !before || before.parent !== element.parentElement) return;
  const movedPx = element.getBoundingClientRect().top - before.top;
  if (Math.abs(movedPx) > LEAST_PX) window.scrollBy({ top: movedPx, behavior: 'instant' });
};

const isSeen = (before: Place, now: Place): boolean => isInSight(before) || isInSight(now);

const glideMovers = (elements: readonly HTMLElement[], before: Places['movers']): void => {
  // Measures all elements before the first one is moved.
  const places = elements.map(placeOf);
  const offsets = new Map<Element, number>();
  elements.forEach((element, index) => {
    const now = places[index];
    if (!now) return;
    const around = moverAround(element);
    const carriedPx = (around && offsets.get(around)) ?? 0;
    const was = before.get(nameOf(element));
    const isRow = element.dataset.item !== undefined;
    offsets.set(element, carriedPx);
    if (!was) {
      const isAround = element.querySelector('[data-item]') !== null;
      if (!isAround && isInSight(now)) fadeIn(element);
      return;
    }
    const fromPx = was.top - now.top - carriedPx;
    const isChanging = isRow && was.parent !== now.parent;
    if (!isSeen(was, now) || (Math.abs(fromPx) < LEAST_PX && !isChanging)) return;
    (isChanging ? change : slide)(element, fromPx);
    offsets.set(element, carriedPx + fromPx);
  });
};

const glideSheets = (sheets: readonly HTMLElement[], before: Places['sheets']): void => {
  const paper = { ...TIMING, pseudoElement: '::before' };
  for (const sheet of sheets) {
    const was = before.get(nameOf(sheet));
    const now = placeOf(sheet);
    const tallerPx = was ? was.bottom - was.top - (now.bottom - now.top) : 0;
    if (!was || Math.abs(tallerPx) < LEAST_PX || !isSeen(was, now)) continue;
    const keyframes = [{ bottom: `${-PAPER_REACH_PX - tallerPx}px` }, { bottom: `${-PAPER_REACH_PX}px` }];
    holdThenPlay(sheet, { [TALLER]: `${tallerPx}px` }, keyframes, paper);
  }
};

/** Finds the row that has just come to where the add button was. */
const takePressesForAdding = (elements: readonly HTMLElement[], before: Places['movers']): void => {
  const button = before.get('add');
  if (!button) return;
  for (const element of elements) {
    if (element.dataset.item === undefined || before.has(nameOf(element))) continue;
    const { top, bottom } = placeOf(element);
    if (top < button.bottom && bottom > button.top) takeForAdding(element);
  }
};

/** @param before the places of all elements before the page changed */
export const glideFrom = (root: HTMLElement, before: Places): void => {
  stopPlaying(root);
  const movers = moversIn(root);
  keepAnchor(movers, before);
  // While rows are selected, there is no add button.
  if (root.dataset.selecting === undefined) takePressesForAdding(movers, before.movers);
  if (typeof root.animate !== 'function' || prefersReducedMotion()) return;
  // The cards first, because everything must be measured before anything moves.
  glideSheets(sheetsIn(root), before.sheets);
  glideMovers(movers, before.movers);
};
