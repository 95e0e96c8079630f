import { useSyncExternalStore } from 'react';

const onCover = (callback: () => void): (() => void) => {
  // Dialogs, sheets and popovers come and go as children of the body.
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
};
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

/** True while a dialog, sheet or popover lies over the page. */
export const useIsCovered = (): boolean => useSyncExternalStore(onCover, isCovered);
