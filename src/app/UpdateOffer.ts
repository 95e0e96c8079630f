import { useEffect, useRef, useState } from 'react';
import { selectStorage } from '../features/status/selectStorage';
import { useLazyTexts } from '../features/useLazyTexts';
import { useAppSelector } from '../store/state/hooks';
import { useSnackBar } from '../ui/SnackBars';
import { isTextField } from './isTextField';
import type { TakeOver } from './registerWorker';

/** Whether a text field has the focus. */
const useIsTyping = (): boolean => {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    setTyping(isTextField(document.activeElement));
    const onFocus = ({ target }: FocusEvent): void => setTyping(isTextField(target));
    const onBlur = ({ relatedTarget }: FocusEvent): void => setTyping(isTextField(relatedTarget));
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);
  return isTyping;
};

interface UpdateOfferProps {
  /** Starts the newer version that waits. Each version has its own. */
  readonly takeOver: TakeOver;
}

/** Offers a newer version once. It waits while the person types, and while a change is not on disk. */
export function UpdateOffer({ takeOver }: UpdateOfferProps) {
  const { t } = useLazyTexts();
  const { show } = useSnackBar();
  const offered = useRef<TakeOver | null>(null);
  const isUnsaved = useAppSelector(selectStorage) !== 'well';
  const isTyping = useIsTyping();
  const isDue = !isTyping && !isUnsaved;
  useEffect(() => {
    // At the first render the state does not know the focus yet.
    if (!isDue || offered.current === takeOver || isTextField(document.activeElement)) return;
    offered.current = takeOver;
    show({ text: t('update.text'), actionLabel: t('update.action'), onAction: takeOver, durationMs: null });
  }, [isDue, takeOver, show, t]);
  return null;
}
