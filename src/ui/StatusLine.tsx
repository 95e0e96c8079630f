import { styled } from '@mui/material/styles';
import type { MouseEventHandler, ReactNode } from 'react';

export type StatusTone = 'quiet' | 'offline' | 'error';

/** How far the tint reaches past the words, which stand at the same place in every tone. */
const TINT_PX = 8;

/**
 * One line, always there, so nothing below it ever moves. It grows with the size of the text, and only where that is so large
 * that a line does not hold the words do they take two: better moved than cut.
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

/** The line is thin: its button reaches above and below it, to the size of a finger. */
const PRESS_LOOK = {
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
const Press = styled('button')(PRESS_LOOK);
const PressLink = styled('a')(PRESS_LOOK, { color: 'inherit' });

interface StatusLineProps {
  readonly tone: StatusTone;
  readonly children: ReactNode;
  /** Makes the line a button, for states that have more to say. */
  readonly onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
  /** Makes the line a link, for states that have more to say on another page. */
  readonly link?: { readonly href: string; readonly onClick: MouseEventHandler<HTMLAnchorElement> } | null;
  /** How much is not on the server yet: the words are silent about what is on its way. */
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
