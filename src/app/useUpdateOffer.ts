import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectStorage } from '../features/status/selectStorage';
import { useAppSelector } from '../store/state/hooks';
import { useSnackBar } from '../ui/SnackBars';
import { isTextField } from './isTextField';
import type { TakeOver, WatchUpdates } from './registerWorker';

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

/** Offers a newer version once. It waits while the person types, and while a change is not on disk. */
export const useUpdateOffer = (watchUpdates: WatchUpdates): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null);
  const isUnsaved = useAppSelector(selectStorage) !== 'well';
  const isTyping = useIsTyping();
  const isDue = takeOver !== null && !isTyping && !isUnsaved;
  useEffect(() => watchUpdates((next) => setTakeOver(() => next)), [watchUpdates]);
  useEffect(() => {
    if (!isDue || !takeOver) return;
    setTakeOver(null);
    show({ text: t('update.text'), actionLabel: t('update.action'), onAction: takeOver, durationMs: null });
  }, [isDue, takeOver, show, t]);
};
