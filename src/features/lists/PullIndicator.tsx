import CircularProgress from '@mui/material/CircularProgress';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: 'max(var(--top), env(safe-area-inset-top))',
  insetInline: '0 calc(100% - var(--pane, 100%))',
  zIndex: theme.zIndex.appBar + 1,
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
  '& > *': {
    padding: 8,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.raised,
    border: `1px solid ${theme.vars.palette.divider}`,
  },
}));

interface PullIndicatorProps {
  /** From 0 to 1. */
  readonly progress: number;
}

/** The indicator of pull-to-refresh. When it is full, letting go refreshes. */
export function PullIndicator({ progress }: PullIndicatorProps) {
  const { t } = useTranslation();
  if (progress === 0) return null;
  return (
    <Place>
      <span style={{ opacity: progress, transform: `translateY(${Math.round(progress * 24)}px)` }}>
        <CircularProgress
          variant="determinate"
          value={progress * 100}
          size={24}
          aria-label={t('lists.refresh')}
          sx={{ display: 'block' }}
        />
      </span>
    </Place>
  );
}
