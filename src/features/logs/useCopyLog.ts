import { useTranslation } from 'react-i18next';
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
  return () => {
    const say = (key: 'logs.copied' | 'logs.copyFailed') => () => show({ text: t(key), durationMs: SHOWN_MS });
    const copied =
      navigator.clipboard?.writeText(logAsText(lines, refusals)) ?? Promise.reject(new Error('no clipboard'));
    copied.then(say('logs.copied'), say('logs.copyFailed'));
  };
};
