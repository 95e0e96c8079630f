import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectFirstErrorEntry } from '../../store/view/firstError';
import { useInitialFocus } from '../../ui/useInitialFocus';
import { errorMessageKey } from './errorMessageKeys';

const Message = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, overflowWrap: 'anywhere' }));

const PAPER_LOOK = {
  width: 'min(328px, calc(100vw - 32px))',
  padding: '16px',
  backgroundColor: 'var(--mui-palette-errorSoft)',
  color: 'var(--mui-palette-onErrorSoft)',
  '@media (min-width: 768px)': { width: 360 },
};

/** It hangs from the near edge of what opened it: the icon at the end of the header, or the line at its start. */
const sideOf = (anchor: HTMLElement | null): 'left' | 'right' => {
  if (!anchor) return 'right';
  const { left, right } = anchor.getBoundingClientRect();
  return left + right < window.innerWidth ? 'left' : 'right';
};

/** The icon that opened it has gone with the error, and the focus with the icon: it starts anew where the page does. */
const catchFocus = (popover: HTMLElement): void => {
  const { activeElement } = document;
  // In another dialog, opened meanwhile, it is not lost.
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

/** Says what is wrong, and offers to try at once. Closes itself when nothing is wrong any more. */
export function ErrorPopover({ anchor, onClose, onSync }: ErrorPopoverProps) {
  const { t } = useTranslation();
  const id = useId();
  const error = useAppSelector(selectFirstErrorEntry);
  // On its way out the popover still says what it said.
  const [told, setTold] = useState(error);
  if (error && error !== told) setTold(error);
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
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, elevation: 0, sx: PAPER_LOOK },
      }}
    >
      <FocusedMessage id={id} isOpen={isOpen} text={told ? t(errorMessageKey(told)) : ''} />
      <Button
        variant="outlined"
        color="inherit"
        onClick={() => {
          onClose();
          onSync();
        }}
        sx={{ mt: 3, minHeight: 44, borderColor: 'currentColor', color: 'inherit' }}
      >
        {t('sync.now')}
      </Button>
    </Popover>
  );
}
