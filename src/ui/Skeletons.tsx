import { keyframes } from '@emotion/react';
import { styled, type Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Card } from './Card';
import { FORCED_EDGE } from './componentStyles';
import { RADIUS } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

const pulse = keyframes({ '50%': { opacity: 0.5 } });

/** Also for cards, which have elements without components of their own. */
export const skeletonStyles = (theme: Theme) => ({
  display: 'block',
  flexShrink: 0,
  borderRadius: RADIUS.pill,
  backgroundColor: theme.vars.palette.sunken,
  animation: `${pulse} 1.6s ease-in-out infinite`,
  ...FORCED_EDGE,
});

const Shape = styled('span')(({ theme }) => skeletonStyles(theme));

/** The height of three lines of text with padding; it grows with the text size. */
const CARD_HEIGHT = 'calc(4rem + 26px)';
const ITEM_HEIGHT = 'calc(1.5rem + 28px)';

const CardRow = styled(Card)({ display: 'flex', alignItems: 'center', gap: 12, height: CARD_HEIGHT, padding: 12 });
const Cards = styled('div')({ display: 'grid', gap: 10 });
const Lines = styled('span')({ display: 'grid', gap: 10, flex: 1 });
const ItemLine = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: ITEM_HEIGHT,
  paddingInline: 12,
  // The room for the handle, where rows have it.
  '@media (hover: hover)': { paddingInlineStart: 28 },
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));

interface SkeletonsProps {
  readonly count: number;
  /** Tells screen readers what is loading. */
  readonly label: string;
}

const places = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

function Loading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}

/** Placeholders for list cards, with the same height. */
export function SkeletonCards({ count, label }: SkeletonsProps) {
  return (
    <Loading label={label}>
      <Cards>
        {places(count).map((place) => (
          <CardRow key={place}>
            <Shape style={{ width: 48, height: 48, borderRadius: RADIUS.tile }} />
            <Lines>
              <Shape style={{ width: `${56 - (place % 3) * 10}%`, height: 16 }} />
              <Shape style={{ width: `${88 - (place % 2) * 14}%`, height: 12 }} />
            </Lines>
          </CardRow>
        ))}
      </Cards>
    </Loading>
  );
}

/** Placeholders for item rows. */
export function SkeletonRows({ count, label }: SkeletonsProps) {
  return (
    <Loading label={label}>
      <Card>
        {places(count).map((place) => (
          <ItemLine key={place}>
            <Shape style={{ width: 24, height: 24, borderRadius: '50%' }} />
            <Shape style={{ width: `${62 - (place % 3) * 14}%`, height: 14 }} />
          </ItemLine>
        ))}
      </Card>
    </Loading>
  );
}
