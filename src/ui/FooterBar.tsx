import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Column } from './PageFrame';
import { usePane } from './pane';

const Bar = styled('nav')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: theme.zIndex.appBar,
  backgroundColor: theme.vars.palette.surface,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  paddingBottom: 'env(safe-area-inset-bottom)',
  // With two panes it is at the bottom of its own pane.
  '[data-pane] &': { position: 'sticky' },
}));

const Entries = styled(Column)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 63,
  // Smaller padding leaves room for large text, and the shorter word leaves room for the longer one.
  '& > a, & > button': { flex: 1, minWidth: 'auto', paddingInline: 8, gap: 8 },
  // Larger with larger text, up to where icon and text still fit on a small phone.
  '& svg': { fontSize: 'min(1.5rem, 36px)' },
});

interface FooterBarProps {
  /** The name of the navigation landmark. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The bar at the bottom of a page. Where it spans the window, the theme's styles reserve space for it. */
export function FooterBar({ label, children }: FooterBarProps) {
  const isAcrossWindow = usePane() === 'only';
  return (
    <Bar aria-label={label} data-footer-bar={isAcrossWindow || undefined}>
      <Entries>{children}</Entries>
    </Bar>
  );
}
