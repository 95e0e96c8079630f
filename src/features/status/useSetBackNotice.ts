import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectSetBacks } from '../../store/state/syncSlice';
import { useSnackBar } from '../../ui/SnackBars';

/** Lists and items are read one after the other, and each may tell of it. */
const REST_MS = 30_000;

/** A server that was set back to an older copy is told once, and stays told until the person has closed it. */
export const useSetBackNotice = (): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const setBacks = useAppSelector(selectSetBacks);
  const told = useRef(setBacks);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (told.current === setBacks) return;
    told.current = setBacks;
    if (performance.now() - toldAt.current < REST_MS) return;
    toldAt.current = performance.now();
    show({ text: t('sync.serverSetBack'), durationMs: null });
  }, [setBacks, show, t]);
};
