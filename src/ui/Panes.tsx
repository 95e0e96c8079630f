import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { PaneContext } from './pane';
import { PANES_PX } from './tokens';
import { useMediaQuery } from './useMediaQuery';

/** Only the open list is printed, or the overview if none is open. */
const notPrinted = { '@media print': { '&[data-not-printed]': { display: 'none' } } };

/** The overview scrolls by itself; the other pane scrolls with the window. */
const Overview = styled('div')(({ theme }) => ({
  display: 'contents',
  '&[data-pane]': {
    position: 'sticky',
    top: 0,
    display: 'flex',
    flexDirection: 'column',
    flex: '0 0 var(--pane)',
    boxSizing: 'border-box',
    height: '100dvh',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollPadding: 'calc(var(--top) + 72px) 0 80px',
    // The bar of a selection is in the other pane.
    '--bar': '0px',
    borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
    '& > * > :is(main, [data-body])': { flex: '1 0 auto' },
    '@media print': { position: 'static', height: 'auto', overflow: 'visible', border: 0, flex: 1 },
  },
  ...notPrinted,
}));

const Detail = styled('div')({
  display: 'contents',
  '&[data-pane]': { display: 'block', flex: 1, minWidth: 0 },
  ...notPrinted,
});

const Both = styled('div')({ display: 'contents', '&[data-panes]': { display: 'flex', alignItems: 'flex-start' } });

interface PanesProps {
  readonly overview: ReactNode;
  /** The name of the overview when it is a region beside the detail. */
  readonly overviewLabel: string;
  /** Null while nothing is open. */
  readonly detail: ReactNode | null;
  /** Shown in place of the detail while nothing is open. */
  readonly invitation: ReactNode;
}

/** The layout of the panes, for a known width. */
export function PanesLayout({ hasTwo, overview, overviewLabel, detail, invitation }: PanesProps & { hasTwo: boolean }) {
  const landmark = hasTwo ? { role: 'region', 'aria-label': overviewLabel, 'data-pane': 'overview' } : {};
  return (
    <Both data-panes={hasTwo || undefined}>
      {(hasTwo || detail === null) && (
        <PaneContext value={hasTwo ? 'overview' : 'only'}>
          <Overview {...landmark} data-not-printed={detail === null ? undefined : true}>
            {overview}
          </Overview>
        </PaneContext>
      )}
      <PaneContext value={hasTwo ? 'detail' : 'only'}>
        <Detail data-pane={hasTwo ? 'detail' : undefined} data-not-printed={detail === null ? true : undefined}>
          {detail ?? (hasTwo && invitation)}
        </Detail>
      </PaneContext>
    </Both>
  );
}

/**
 * An overview and its detail: one after the other on a phone, side by side in a wide window. The detail keeps its place
 * in the React tree. So turning or resizing the window loses neither text nor focus.
 */
export function Panes(props: PanesProps) {
  return <PanesLayout {...props} hasTwo={useMediaQuery(`(min-width: ${PANES_PX}px)`)} />;
}
