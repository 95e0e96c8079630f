import { isTextField } from './isTextField';

/** How often to check again while a reload would disturb. */
const LOOK_AGAIN_MS = 5000;

/** Resolves to false while a change exists only in this page's memory. */
export type IsSaved = () => Promise<boolean>;

/** Whether a dialog is open, which may have a draft. */
export const hasDialog = ({ document }: Window): boolean =>
  document.querySelector('[role=dialog],[role=alertdialog]') !== null;

/** Somebody is typing, or a dialog is open. */
const isInUse = (page: Window): boolean => isTextField(page.document.activeElement) || hasDialog(page);

/** Another tab took the newer version, or the person wants it in this one. */
export type ReloadReason = 'other tab' | 'press';

/**
 * Reloads the page as soon as every change is on disk, and it disturbs nobody. Who pressed the button is not disturbed
 * by it: the focus goes from the button back to the field, and that is not typing.
 */
export const reloadWhenIdle = (page: Window, isSaved: IsSaved, why: ReloadReason): void => {
  const isBusy = why === 'press' ? hasDialog : isInUse;
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
