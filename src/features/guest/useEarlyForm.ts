import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { takeEarlyForm } from '../../device/earlyForm';

/**
 * Takes over the form that the HTML page showed before the code was loaded. It reads the texts typed there, and repeats
 * a press that was held back.
 * @param onTyped receives the text of each field by its name, once; not called when all are empty
 * @returns the ref for the form
 */
export const useEarlyForm = (
  onTyped: (texts: ReadonlyMap<string, string>) => void,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  const tell = useRef(onTyped);
  const hasText = useRef(false);
  const [isTold, setTold] = useState(false);
  useLayoutEffect(() => {
    if (!form.current) return;
    const texts = new Map([...form.current.querySelectorAll('input')].map(({ name, value }) => [name, value]));
    hasText.current = [...texts.values()].some((text) => text !== '');
    if (!hasText.current) return;
    tell.current(texts);
    setTold(true);
  }, []);
  useEffect(() => {
    // The form knows these texts only after the next render.
    if (hasText.current && !isTold) return;
    takeEarlyForm(document);
  }, [isTold]);
  return form;
};
