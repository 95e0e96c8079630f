import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from './VisuallyHidden';

/** Polite waits until the screen reader has finished, assertive interrupts it. */
export type Urgency = 'polite' | 'assertive';
type Announce = (text: string, urgency?: Urgency) => () => void;

const AnnounceContext = createContext<Announce | null>(null);

/**
 * Announces a text to screen readers; an empty text removes the last one. The function stays the same during the life of
 * the app. It returns one that removes its text, unless another one has followed.
 */
export const useAnnounce = (): Announce => {
  const announce = useContext(AnnounceContext);
  if (!announce) throw new Error('LiveRegions missing');
  return announce;
};

/**
 * Screen readers do not read an unchanged text again. So a text that is on the page already gets a space at its end. A
 * text that was announced last may not be there yet.
 */
const asNew = (text: string, urgency: Urgency): string =>
  text && text === document.querySelector(`[aria-live=${urgency}]`)?.textContent ? `${text}\u00a0` : text;

const SILENCE: Readonly<Record<Urgency, string>> = { polite: '', assertive: '' };

interface LiveRegionsProps {
  readonly children: ReactNode;
}

/**
 * The two live regions. They are there before the first text, because screen readers miss a region that appears together
 * with its text. An open dialog hides everything else in the body from screen readers, but not a `slot`: ARIA forbids it there.
 */
export function LiveRegions({ children }: LiveRegionsProps) {
  const [texts, setTexts] = useState(SILENCE);
  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    const said = asNew(text, urgency);
    setTexts((before) => ({ ...before, [urgency]: said }));
    return () => setTexts((now) => (now[urgency] === said ? { ...now, [urgency]: '' } : now));
  }, []);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const slot = document.body.appendChild(document.createElement('slot'));
    setPlace(slot);
    return () => slot.remove();
  }, []);
  // The regions are drawn empty first.
  const { polite, assertive } = useDeferredValue(place) ? texts : SILENCE;
  const regions = (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {polite}
      </VisuallyHidden>
      <VisuallyHidden role="alert" aria-live="assertive">
        {assertive}
      </VisuallyHidden>
    </>
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      {place && createPortal(regions, place)}
    </AnnounceContext>
  );
}
