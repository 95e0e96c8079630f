import { dropStraySecondClicks } from '../ui/dropStraySecondClicks';
import type { SnackBarPort } from '../ui/SnackBars';
import { watchMessageButtons } from './lostFocus';
import { watchUndoKey } from './undoKey';

/** Follows keys and clicks anywhere on the page. @returns ends it */
export const watchPageInput = (port: SnackBarPort): (() => void) => {
  const ends = [watchUndoKey(port), watchMessageButtons(), dropStraySecondClicks(window)];
  return () => {
    for (const end of ends) end();
  };
};
