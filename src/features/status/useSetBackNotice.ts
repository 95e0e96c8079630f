import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectSetBacks } from '../../store/state/syncSlice';
import { useSnackBar } from '../../ui/SnackBars';

/** Lists and items are pulled one after the other, and each pull may report the same event. */
const REST_MS = 30_000;

/** Tells once that the server was restored from an older copy. The message stays until the person closes it. */
export const useSetBackNotice = (): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const setBacks = useAppSelector(selectSetBacks);
  const noticed = useRef(setBacks);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (noticed.current === setBacks) return;
    noticed.current = setBacks;
    if (performance.now() - toldAt.current < REST_MS) return;
    toldAt.current = performance.now();
    show({ text: t('sync.serverSetBack'), durationMs: null });
  }, [setBacks, show, t]);
};
