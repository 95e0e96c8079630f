import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

const Middle = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 16,
  paddingBlock: '10vh 24px',
  textAlign: 'center',
});

interface EmptyStateProps {
  readonly picture?: ReactNode;
  readonly text: string;
  /** The next action, usually a button. */
  readonly children?: ReactNode;
}

/** A picture, a text and an action, for a page without content. */
export function EmptyState({ picture, text, children }: EmptyStateProps) {
  return (
    <Middle>
      {picture}
      <Typography sx={{ color: 'text.secondary', textWrap: 'balance', maxWidth: '20rem' }}>{text}</Typography>
      {children}
    </Middle>
  );
}
