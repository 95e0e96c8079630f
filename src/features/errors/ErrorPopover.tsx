import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useState } from 'react';
import { selectFirstError } from '../../store/state/errorsSlice';
import { useAppSelector } from '../../store/state/hooks';
import { useInitialFocus } from '../../ui/useInitialFocus';
import { useLazyTexts } from '../useLazyTexts';
import { errorMessageKey } from './errorMessageKeys';

const Message = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, overflowWrap: 'anywhere' }));

const PAPER_STYLE = {
  width: 'min(328px, calc(100vw - 32px))',
  padding: '16px',
  backgroundColor: 'var(--mui-palette-errorSoft)',
  color: 'var(--mui-palette-onErrorSoft)',
  '@media (min-width: 768px)': { width: 360 },
};

/** The popover is aligned with the nearer side of its anchor: the icon in the header, or the status line. */
const sideOf = (anchor: HTMLElement | null): 'left' | 'right' => {
  if (!anchor) return 'right';
  const { left, right } = anchor.getBoundingClientRect();
  return left + right < window.innerWidth ? 'left' : 'right';
};

/** The error icon disappears with the error, and the focus is lost with it. Then the page's heading gets the focus. */
const catchFocus = (popover: HTMLElement): void => {
  const { activeElement } = document;
  // The focus may already be in another dialog that was opened meanwhile.
  const isLost = activeElement === document.body || popover.contains(activeElement);
  if (isLost) document.querySelector('h1')?.focus({ preventScroll: true });
};

interface FocusedMessageProps {
  readonly id: string;
  readonly text: string;
  readonly isOpen: boolean;
}

function FocusedMessage({ id, text, isOpen }: FocusedMessageProps) {
  const ref = useInitialFocus<HTMLParagraphElement>(isOpen);
  return (
    <Message id={id} ref={ref} tabIndex={-1}>
      {text}
    </Message>
  );
}

interface ErrorPopoverProps {
  /** Null: closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly onSync: () => void;
}

/** Shows the first error and a button to sync now. It closes itself when the error is over. */
export function ErrorPopover({ anchor, onClose, onSync }: ErrorPopoverProps) {
  const { t } = useLazyTexts();
  const id = useId();
  const error = useAppSelector(selectFirstError);
  // While the popover closes, it keeps showing its last text.
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  const isOver = anchor !== null && error === null;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  const isOpen = anchor !== null && error !== null;
  const [side, setSide] = useState({ anchor, horizontal: sideOf(anchor) });
  if (anchor && anchor !== side.anchor) setSide({ anchor, horizontal: sideOf(anchor) });
  const { horizontal } = side;
  return (
    <Popover
      open={isOpen}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal }}
      transformOrigin={{ vertical: 'top', horizontal }}
      slotProps={{
        transition: { onExited: catchFocus },
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, elevation: 0, sx: PAPER_STYLE },
      }}
    >
      <FocusedMessage id={id} isOpen={isOpen} text={lastError ? t(errorMessageKey(lastError)) : ''} />
      <Button
        variant="outlined"
        color="inherit"
        onClick={() => {
          onClose();
          onSync();
        }}
        sx={{ mt: 3, minHeight: 44, borderColor: 'currentColor', color: 'inherit', overflowWrap: 'anywhere' }}
      >
        {t('sync.now')}
      </Button>
    </Popover>
  );
}
