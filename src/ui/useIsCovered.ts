import { useSyncExternalStore } from 'react';

const onCover = (callback: () => void): (() => void) => {
  // Dialogs, sheets and popovers are added to the body and removed from it.
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
};
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

/** Whether a dialog, sheet or popover covers the page. */
export const useIsCovered = (): boolean => useSyncExternalStore(onCover, isCovered);
