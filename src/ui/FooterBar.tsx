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
  // Of two panes it is the foot of its own.
  '[data-pane] &': { position: 'sticky' },
}));

const Entries = styled(Column)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 63,
  '& > *': { flex: 1, minWidth: 0 },
  // Large text needs the room more than the edges do.
  '& > a, & > button': { paddingInline: 8 },
});

interface FooterBarProps {
  /** The name of the navigation landmark. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The bar of entries at the thumb. Theme styles keep room for it on every page that shows one across the window. */
export function FooterBar({ label, children }: FooterBarProps) {
  const isAcrossWindow = usePane() === 'only';
  return (
    <Bar aria-label={label} data-footer-bar={isAcrossWindow || undefined}>
      <Entries>{children}</Entries>
    </Bar>
  );
}
