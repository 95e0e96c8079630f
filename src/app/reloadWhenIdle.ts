import { isTextField } from './isTextField';

/** How often to check again while a reload would disturb. */
const LOOK_AGAIN_MS = 5000;

/** Resolves to false while a change exists only in this page's memory. */
export type IsSaved = () => Promise<boolean>;

/** Whether a dialog is open, which may have a draft. */
export const hasDialog = ({ document }: Window): boolean =>
  document.querySelector('[role=dialog],[role=alertdialog]') !== null;

/** Somebody is typing, or a dialog is open. */
const isBusy = (page: Window): boolean => isTextField(page.document.activeElement) || hasDialog(page);

/**
 * Reloads the page as soon as it disturbs nobody: no field has the focus, no dialog is open, and every change is on
 * disk.
 */
export const reloadWhenIdle = (page: Window, isSaved: IsSaved): void => {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || isBusy(page)) return;
    isLooking = true;
    const canGo = await isSaved();
    isLooking = false;
    // The person may have started to type meanwhile.
    if (!canGo || isBusy(page)) return;
    stop();
    page.location.reload();
  };
  const onChange = (): void => void look();
  const timer = setInterval(onChange, LOOK_AGAIN_MS);
  // At blur the next element does not have the focus yet.
  const onBlur = (): void => void setTimeout(onChange);
  page.document.addEventListener('focusout', onBlur);
  page.document.addEventListener('visibilitychange', onChange);
  const stop = (): void => {
    clearInterval(timer);
    page.document.removeEventListener('focusout', onBlur);
    page.document.removeEventListener('visibilitychange', onChange);
  };
  onChange();
};
