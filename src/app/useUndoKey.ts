import { useEffect } from 'react';
import { useSnackBar } from '../ui/SnackBars';
import { isTextField } from './isTextField';

const LATIN = /^[a-z]$/i;

/** On non-Latin keyboards the key is recognised by its position, as operating systems do. */
const isUndoPress = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && (LATIN.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ');

/**
 * Ctrl/Cmd+Z outside text fields undoes the newest action whose undo bar is still open. The next press undoes the one
 * before.
 */
export const useUndoKey = (): void => {
  const { undo } = useSnackBar();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isUndoPress(event) || event.defaultPrevented || isTextField(event.target)) return;
      if (undo()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [undo]);
};
