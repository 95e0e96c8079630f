import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { usePane } from './pane';
import { PANES_PX } from './tokens';

/** The one column every screen stands in, centred on wide screens. */
export const Column = styled('div')({
  width: '100%',
  maxWidth: 640,
  marginInline: 'auto',
  paddingInline: 'max(16px, env(safe-area-inset-left)) max(16px, env(safe-area-inset-right))',
  [`@media (min-width: ${PANES_PX}px)`]: { maxWidth: 720 },
  '[data-pane=overview] &': { maxWidth: 'none' },
  '[data-pane=detail] &': { maxWidth: 960 },
  // A form of 400 px and its gutters, with its title above it.
  '[data-narrow] &': {
    maxWidth: 432,
    // Beside it stands a picture (`FrontDoor`).
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
  // A landscape phone has no height to give away.
  '@media (max-height: 480px)': { position: 'static' },
}));

/** The `h1` and its buttons, as high as a button even while there is none, so that one that comes moves nothing. */
export const HeaderRow = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 44 });

/** What is last can be scrolled clear of a message at the foot of the page. */
const MESSAGE_PX = 80;

const Main = styled('main')({
  display: 'block',
  paddingTop: 4,
  paddingBottom: `calc(var(--bar) + var(--kb) + env(safe-area-inset-bottom) + ${MESSAGE_PX}px)`,
});

interface PageFrameProps {
  /** A `HeaderRow`. */
  readonly header: ReactNode;
  /** The status line; its place is kept whether or not it says anything. */
  readonly status?: ReactNode;
  /** A `FooterBar`, on the screens that have one. */
  readonly bar?: ReactNode;
  /** Narrow for a screen that is one form. */
  readonly width?: 'narrow';
  readonly children: ReactNode;
}

/**
 * The landmarks and spaces that all screens share. Of two panes the detail is what the page is about, and the overview alone
 * shows the status line.
 */
export function PageFrame({ header, status, bar, width, children }: PageFrameProps) {
  const pane = usePane();
  return (
    <Page data-page data-narrow={width === 'narrow' ? true : undefined}>
      {/* Of two panes the lists are a region, and the banner and the main part are the open list's. */}
      <Header {...(pane === 'overview' && { as: 'div' })}>
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
