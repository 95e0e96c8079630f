import { isTextField } from './isTextField';

/** How often to look again while something stands against it. */
const LOOK_AGAIN_MS = 5000;

/** Resolves with false while a change is nowhere but in this page. */
export type IsSaved = () => Promise<boolean>;

/** A dialog holds a draft, and a field someone's attention. */
const isBusy = ({ document }: Window): boolean =>
  isTextField(document.activeElement) || document.querySelector('[role=dialog],[role=alertdialog]') !== null;

/** Reloads the page as soon as that disturbs nobody: no field has the focus, no dialog is open, every change is on disk. */
export const reloadQuietly = (page: Window, isSaved: IsSaved): void => {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || isBusy(page)) return;
    isLooking = true;
    const canGo = await isSaved();
    isLooking = false;
    // Someone may have begun to type meanwhile.
    if (!canGo || isBusy(page)) return;
    stop();
    page.location.reload();
  };
  const onChange = (): void => void look();
  const timer = setInterval(onChange, LOOK_AGAIN_MS);
  // A blur is only over when the next element has the focus.
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
