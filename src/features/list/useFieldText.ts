import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TextField } from './itemElements';

/**
 * Shows a stored text in a field that React leaves alone: while the field is focused it keeps what is typed there, whatever
 * arrives from elsewhere, and its caret, undo history and IME are never disturbed. Left, it shows the stored text again.
 */
export const useFieldText = <Field extends TextField>(text: string): RefObject<Field | null> => {
  const ref = useRef<Field>(null);
  useLayoutEffect(() => {
    const field = ref.current;
    if (field && field !== document.activeElement && field.value !== text) field.value = text;
  });
  return ref;
};
