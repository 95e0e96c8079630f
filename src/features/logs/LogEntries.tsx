import { styled } from '@mui/material/styles';
import type { LogLine } from '../../store/state/logsSlice';
import { skipOffscreen } from '../../ui/skipOffscreen';
import { useLazyTexts } from '../useLazyTexts';
import { logTime } from './logText';

const Lines = styled('ol')({ margin: 0, padding: 0, listStyle: 'none' });
const Line = styled('li')(({ theme }) => ({
  padding: '8px 0',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 20 / 13,
  overflowWrap: 'anywhere',
  ...skipOffscreen('36px'),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
const Level = styled('span', { shouldForwardProp: (prop) => prop !== 'level' })<{ level: LogLine['level'] }>(
  ({ theme, level }) => ({
    marginInline: 8,
    fontWeight: 650,
    color: level === 'error' ? theme.vars.palette.error.main : theme.vars.palette.text.secondary,
  }),
);

/** A symbol beside the word, so that colour is not the only difference. */
const SIGNS = { info: '', warn: '⚠ ', error: '✕ ' } as const;

interface LogEntriesProps {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
}

/** The log, newest first. */
export function LogEntries({ lines }: LogEntriesProps) {
  const { t } = useLazyTexts();
  return (
    <Lines aria-label={t('logs.title')}>
      {lines.toReversed().map(({ id, time, level, text }) => (
        <Line key={id}>
          <time dateTime={new Date(time).toISOString()}>{logTime(time)}</time>
          <Level level={level}>
            <span aria-hidden>{SIGNS[level]}</span>
            {t(`logs.${level}`)}
          </Level>
          {text}
        </Line>
      ))}
    </Lines>
  );
}
