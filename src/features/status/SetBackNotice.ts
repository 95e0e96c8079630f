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
  const told = useRef(0);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (told.current === setBacks) return;
    told.current = setBacks;
    if (performance.now() - toldAt.current < REST_MS) return;
    toldAt.current = performance.now();
    show({ text: t('sync.serverSetBack'), durationMs: null });
  }, [setBacks, show, t]);
  return null;
}
