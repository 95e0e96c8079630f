import { styled } from '@mui/material/styles';
import type { KeyboardEvent } from 'react';
import { isComposing } from './isComposing';
import { PANES_PX, RADIUS } from './tokens';

export const DialogHeader = styled('div', { shouldForwardProp: (prop) => prop !== 'isWide' })<{ isWide: boolean }>(
  ({ isWide }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '8px 8px 8px 16px',
    paddingTop: isWide ? 16 : 'max(var(--top), calc(env(safe-area-inset-top) + 8px))',
  }),
);

export const DialogBody = styled('div')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '12px 16px',
  overscrollBehavior: 'contain',
});

/** For `onKeyDown` around fields. Firefox also sends the Escape after an accent key, which would close the dialog. */
export const stopComposingKeys = (event: KeyboardEvent): void => {
  if (isComposing(event.nativeEvent)) event.stopPropagation();
};

/** A full-screen dialog has no border. */
export const FULL_PAPER = { border: 0 } as const;
/** Full height without side corners. In a wider window it is only as high as its content. */
export const WIDE_PAPER = {
  width: 560,
  height: '100%',
  maxHeight: '100%',
  marginBlock: 0,
  borderRadius: 0,
  borderWidth: '0 1px',
  [`@media (min-width: ${PANES_PX}px)`]: {
    height: 'auto',
    maxHeight: 'calc(100% - 64px)',
    borderRadius: `${RADIUS.card}px`,
    borderWidth: 1,
  },
} as const;
