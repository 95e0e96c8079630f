import { isTextField } from './isTextField';

/** How often to check again while a reload would disturb. */
const LOOK_AGAIN_MS = 5000;

/** Resolves to false while a change exists only in this page's memory. */
export type IsSaved = () => Promise<boolean>;

/** Somebody is typing, or a dialog with a draft is open. */
const isBusy = ({ document }: Window): boolean =>
  isTextField(document.activeElement) || document.querySelector('[role=dialog],[role=alertdialog]') !== null;

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
