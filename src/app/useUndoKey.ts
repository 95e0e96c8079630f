import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextField } from './isTextField';

const LATIN = /^[a-z]$/i;

/** On a keyboard of another script the key is known by its place, as systems do it. */
const isUndoPress = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && (LATIN.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ');

/**
 * Ctrl/Cmd+Z outside text fields presses the undo that is on screen: what can be undone is what the snackbar offers, so the
 * snackbar is also where the key finds it.
 */
export const useUndoKey = (): void => {
  const { t } = useTranslation();
  const label = t('undo.action');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isUndoPress(event) || event.defaultPrevented || isTextField(event.target)) return;
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
