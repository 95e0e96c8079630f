import { useEffect } from 'react';
import { keepAt } from '../keepAt';
import { textFieldOf } from './itemElements';

/**
 * Leads to the end of the page with the End key. The browser alone stops short of it, because rows that were not visible
 * yet have assumed heights, and get their own only then.
 */
export const useEndKey = (list: HTMLElement | null): void =>
  useEffect(() => {
    const page = list?.closest('[data-page]');
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, shiftKey, target, defaultPrevented } = event;
      const isHere = target === document.body || (target instanceof Element && page?.contains(target));
      // With Shift it extends a selection of text.
      if (key !== 'End' || shiftKey || defaultPrevented || !isHere || textFieldOf(target)) return;
      event.preventDefault();
      keepAt(() => document.documentElement.getBoundingClientRect().bottom, window.innerHeight);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list]);
