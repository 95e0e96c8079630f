import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { VisuallyHidden } from './VisuallyHidden';

/** Polite waits until the screen reader has finished, assertive interrupts it. */
export type Urgency = 'polite' | 'assertive';
type Announce = (text: string, urgency?: Urgency) => void;

const AnnounceContext = createContext<Announce | null>(null);

/** Announces a text to screen readers; an empty text removes the last one. The function stays the same during the life of the app. */
export const useAnnounce = (): Announce => {
  const announce = useContext(AnnounceContext);
  if (!announce) throw new Error('useAnnounce needs LiveRegions around it');
  return announce;
};

/** Screen readers do not read an unchanged text again. So a repeated text gets a space at its end. */
const asNew = (text: string, before: string): string => (text && text === before ? `${text}\u00a0` : text);

interface LiveRegionsProps {
  readonly children: ReactNode;
}

/**
 * The two live regions. They exist from the start, because screen readers miss a region that appears together with its
 * text.
 */
export function LiveRegions({ children }: LiveRegionsProps) {
  const [texts, setTexts] = useState<Readonly<Record<Urgency, string>>>({ polite: '', assertive: '' });
  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    setTexts((before) => ({ ...before, [urgency]: asNew(text, before[urgency]) }));
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite">
        {texts.polite}
      </VisuallyHidden>
      <VisuallyHidden role="alert" aria-live="assertive">
        {texts.assertive}
      </VisuallyHidden>
    </AnnounceContext>
  );
}
