import { useEffect, useRef } from 'react';
import { useAppSelector } from '../../store/state/hooks';
import { selectSetBacks } from '../../store/state/syncSlice';
import { useSnackBar } from '../../ui/SnackBars';
import { useLazyTexts } from '../useLazyTexts';

/** Lists and items are pulled one after the other, and each pull may report the same event. */
const REST_MS = 30_000;

/** Tells once that the server was restored from an older copy. The message stays until the person closes it. */
export function SetBackNotice() {
  const { t } = useLazyTexts();
  const { show } = useSnackBar();
  const setBacks = useAppSelector(selectSetBacks);
  const shownCount = useRef(0);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (shownCount.current === setBacks) return;
    shownCount.current = setBacks;
    if (performance.now() - shownAt.current < REST_MS) return;
    shownAt.current = performance.now();
    show({ text: t('sync.serverSetBack'), durationMs: null });
  }, [setBacks, show, t]);
  return null;
}
