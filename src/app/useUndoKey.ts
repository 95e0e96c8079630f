import { useEffect } from 'react';
import { useSnackBar } from '../ui/SnackBars';
import { isTextField } from './isTextField';

const LATIN = /^[a-z]$/i;

/** On a keyboard of another script the key is known by its place, as systems do it. */
const isUndoPress = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && (LATIN.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ');

/** Ctrl/Cmd+Z outside text fields takes back the newest act whose offer still stands; the next press the one before. */
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
