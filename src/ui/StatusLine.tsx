import { styled } from '@mui/material/styles';
import type { MouseEventHandler, ReactNode } from 'react';

export type StatusTone = 'quiet' | 'offline' | 'error';

/** How far the background extends beyond the text, which has the same position in every tone. */
const TINT_PX = 8;

/**
 * Always takes one line, so that nothing below moves. It grows with the text size. Only very large text wraps to two
 * lines, because moving is better than cutting.
 */
const Line = styled('div')({ display: 'flex', minHeight: '1.5rem', alignItems: 'center', marginInline: -TINT_PX });

const Text = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: StatusTone }>(
  ({ theme, tone }) => ({
    ...theme.typography.caption,
    maxWidth: '100%',
    paddingInline: TINT_PX,
    overflowWrap: 'anywhere',
    textAlign: 'start',
    color: theme.vars.palette.text.secondary,
    ...(tone === 'error' && { color: theme.vars.palette.error.main }),
    ...(tone === 'offline' && {
      borderRadius: '0.625rem',
      backgroundColor: theme.vars.palette.warnSoft,
      color: theme.vars.palette.onWarnSoft,
    }),
  }),
);

/** The line is thin, so its button is enlarged above and below for a finger. */
const PRESS_STYLE = {
  position: 'relative',
  display: 'flex',
  maxWidth: '100%',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: '-12px 0' },
} as const;
const Press = styled('button')(PRESS_STYLE);
const PressLink = styled('a')(PRESS_STYLE, { color: 'inherit' });

interface StatusLineProps {
  readonly tone: StatusTone;
  readonly children: ReactNode;
  /** Makes the line a button that opens details. */
  readonly onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
  /** Makes the line a link to a page with details. */
  readonly link?: { readonly href: string; readonly onClick: MouseEventHandler<HTMLAnchorElement> } | null;
  /** The number of unsent rows, as an attribute; the text does not mention changes that are being sent. */
  readonly unsent?: number;
}

export function StatusLine({ tone, children, onClick, link, unsent }: StatusLineProps) {
  const text = (
    <Text tone={tone} data-tone={tone} data-unsent={unsent}>
      {children}
    </Text>
  );
  if (link)
    return (
      <Line>
        <PressLink {...link}>{text}</PressLink>
      </Line>
    );
  return (
    <Line>
      {onClick ? (
        <Press type="button" aria-haspopup="dialog" onClick={onClick}>
          {text}
        </Press>
      ) : (
        text
      )}
    </Line>
  );
}
