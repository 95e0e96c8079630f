import { styled } from '@mui/material/styles';
import { type ReactNode, useRef } from 'react';
import { usePane } from './pane';
import { PANES_PX } from './tokens';
import { useHeaderHeight } from './useHeaderHeight';

/** The column that holds every screen, centred in wide windows. */
export const Column = styled('div')({
  width: '100%',
  maxWidth: 640,
  marginInline: 'auto',
  paddingInline: 'max(16px, env(safe-area-inset-left)) max(16px, env(safe-area-inset-right))',
  [`@media (min-width: ${PANES_PX}px)`]: { maxWidth: 720 },
  '[data-pane=overview] &': { maxWidth: 'none' },
  '[data-pane=detail] &': { maxWidth: 960 },
  // A form of 400 px with its padding.
  '[data-narrow] &': { maxWidth: 432 },
  // Leaves room for the picture beside it (`AppIntro`).
  '[data-narrow=pictured] &': {
    [`@media (min-width: ${PANES_PX}px)`]: { marginInlineStart: 'calc(50% - 426px)' },
  },
});

const Page = styled('div')({ display: 'contents' });

const Header = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  backgroundColor: theme.vars.palette.background.default,
  paddingTop: 'max(var(--top), calc(env(safe-area-inset-top) + 8px))',
  paddingBottom: 8,
  // `useHeaderHeight` sets it.
  '& *': { scrollMargin: 'inherit' },
  // Not sticky on a phone in landscape, where height is scarce.
  '@media (max-height: 480px)': { position: 'static' },
  // With large text it would cover the field that is wrong.
  '[data-narrow] &': { position: 'static' },
}));

/** The row with the `h1` and its buttons. It has the height of a button, so a button that appears moves nothing. */
export const HeaderRow = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  // One long word in large text would make the page scroll sideways.
  '& > h1': { overflowWrap: 'anywhere' },
});

/** Extra space at the end, so that the last element can be scrolled out from under a snackbar. */
const MESSAGE_PX = 80;

const Main = styled('main')({
  display: 'block',
  paddingTop: 4,
  paddingBottom: `calc(var(--bar) + var(--kb) + env(safe-area-inset-bottom) + ${MESSAGE_PX}px)`,
});

interface PageFrameProps {
  /** A `HeaderRow`. */
  readonly header: ReactNode;
  /** The status line; its space is kept even without a text. */
  readonly status?: ReactNode;
  /** A `FooterBar`, for screens that have one. */
  readonly bar?: ReactNode;
  /** For a screen with a single form: whether the form has a picture beside it in wide windows. */
  readonly narrow?: 'alone' | 'pictured';
  readonly children: ReactNode;
}

/**
 * The landmarks and spacing of all screens. With two panes the open list is the main content, and only the overview
 * shows the status line.
 */
export function PageFrame({ header, status, bar, narrow, children }: PageFrameProps) {
  const pane = usePane();
  const top = useRef<HTMLElement>(null);
  useHeaderHeight(top, pane);
  return (
    <Page data-page data-narrow={narrow}>
      {/* With two panes the lists are a region; banner and main belong to the open list. */}
      <Header ref={top} {...(pane === 'overview' && { as: 'div' })}>
        <Column>
          {header}
          {pane === 'detail' ? null : status}
        </Column>
      </Header>
      <Main {...(pane === 'overview' && { as: 'div', 'data-body': true })}>
        <Column>{children}</Column>
      </Main>
      {bar}
    </Page>
  );
}
