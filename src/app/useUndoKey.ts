import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextField } from './isTextField';

/**
 * Ctrl/Cmd+Z outside text fields presses the undo that is on screen: what can be undone is what the snackbar offers, so the
 * snackbar is also where the key finds it.
 */
export const useUndoKey = (): void => {
  const { t } = useTranslation();
  const label = t('undo.action');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || isTextField(event.target)) return;
      const buttons = document.querySelectorAll<HTMLButtonElement>('[data-snackbar] button');
      const undo = [...buttons].find(({ textContent }) => textContent === label);
      if (!undo) return;
      event.preventDefault();
      undo.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [label]);
};
