import { useTranslation } from 'react-i18next';
import { copyText } from '../../device/sendText';
import { useAppSelector } from '../../store/state/hooks';
import { selectLogLines } from '../../store/state/logsSlice';
import { selectRefusals } from '../../store/view/viewSelectors';
import { useSnackBar } from '../../ui/SnackBars';
import { logAsText } from './logText';

const SHOWN_MS = 4000;

/** Copies the log to the clipboard and says whether that worked. */
export const useCopyLog = (): (() => void) => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const lines = useAppSelector(selectLogLines);
  const refusals = useAppSelector(selectRefusals);
  return () =>
    void copyText(logAsText(lines, refusals)).then((outcome) =>
      show({ text: t(outcome === 'copied' ? 'logs.copied' : 'logs.copyFailed'), durationMs: SHOWN_MS }),
    );
};
