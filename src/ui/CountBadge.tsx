import { styled, type Theme } from '@mui/material/styles';
import { memo } from 'react';
import { FORCED_EDGE } from './componentStyles';
import { RADIUS } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

/** Also for cards, which have elements without components of their own. */
export const countStyles = (theme: Theme) => ({
  ...theme.typography.caption,
  display: 'inline-block',
  flexShrink: 0,
  paddingInline: 10,
  borderRadius: RADIUS.pill,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  backgroundColor: theme.vars.palette.badge,
  color: theme.vars.palette.onBadge,
  '&[data-full]': { backgroundColor: theme.vars.palette.primary.main, color: theme.vars.palette.primary.contrastText },
  ...FORCED_EDGE,
});

const Pill = styled('span')(({ theme }) => countStyles(theme));

interface CountBadgeProps {
  readonly done: number;
  readonly total: number;
  /** The count in words for screen readers. Left out where an element around it already says it. */
  readonly label?: string;
}

/** The count `3/10` in a pill, filled when everything is bought. */
export const CountBadge = memo(function CountBadge({ done, total, label }: CountBadgeProps) {
  return (
    <>
      <Pill aria-hidden data-full={total > 0 && done === total ? '' : undefined}>
        <bdi>{`${done}/${total}`}</bdi>
      </Pill>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
});
