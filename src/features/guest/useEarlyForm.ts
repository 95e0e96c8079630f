import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { takeEarlyForm } from '../../device/earlyForm';

/**
 * Takes over a form that stood in the page before its code: what was typed there meanwhile, and a submit that was held back.
 * @param onTyped hears the text of each field by its name, once
 * @returns for the form
 */
export const useEarlyForm = (
  onTyped: (texts: ReadonlyMap<string, string>) => void,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  const tell = useRef(onTyped);
  const [isTold, setTold] = useState(false);
  useLayoutEffect(() => {
    if (!form.current) return;
    tell.current(new Map([...form.current.querySelectorAll('input')].map(({ name, value }) => [name, value])));
    setTold(true);
  }, []);
  useEffect(() => {
    // Only a render later does the form know what was typed.
    if (isTold && takeEarlyForm(document)) form.current?.requestSubmit();
  }, [isTold]);
  return form;
};
