import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';
import type { UndoSeries } from '../../ui/snackQueue';

export const UNDO_MS = 8000;

/**
 * Offers the way back from what was just done, for a while.
 * @returns `offerUndo`; acts of a series in a row share one bar
 */
export const useUndoBar = () => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const announce = useAnnounce();
  return useCallback(
    (text: string, undo: () => void, series: UndoSeries = {}): void => {
      const onAction = (): void => {
        undo();
        announce(t('undo.restored'));
      };
      show({ text, actionLabel: t('undo.action'), onAction, durationMs: UNDO_MS, undo: series });
    },
    [announce, show, t],
  );
};
