import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { VisuallyHidden } from './VisuallyHidden';

/** Polite waits for the reader to finish, assertive interrupts. */
export type Urgency = 'polite' | 'assertive';
export type Announce = (text: string, urgency?: Urgency) => void;

const AnnounceContext = createContext<Announce | null>(null);

/** Says a text to screen readers. The function stays the same for the life of the app. */
export const useAnnounce = (): Announce => {
  const announce = useContext(AnnounceContext);
  if (!announce) throw new Error('useAnnounce needs LiveRegions around it');
  return announce;
};

/** A region that keeps its text is not read again: the same words twice differ by a space nobody hears. */
const asNew = (text: string, before: string): string => (text === before ? `${text}\u00a0` : text);

interface LiveRegionsProps {
  readonly children: ReactNode;
}

/** Both regions stand in the page from its start, because readers overlook one that comes with its text. */
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
