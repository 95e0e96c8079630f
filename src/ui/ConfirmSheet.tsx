import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { RADIUS, WIDE_PX } from './tokens';
import { useInitialFocus } from './useInitialFocus';

const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  marginTop: 20,
  // Side by side where both fit, whatever the text size.
  '& > button': { flex: '1 1 7rem', paddingInline: 12 },
  '& > [aria-disabled=true]': { color: theme.vars.palette.action.disabled },
}));

const PAPER_STYLE = {
  width: 312,
  margin: '16px',
  padding: '20px',
  borderRadius: `${RADIUS.card}px`,
  [`@media (min-width: ${WIDE_PX}px)`]: { width: 400 },
};

interface CancelProps extends ButtonProps {
  readonly isOpen: boolean;
}

function Cancel({ isOpen, ...button }: CancelProps) {
  const ref = useInitialFocus<HTMLButtonElement>(isOpen);
  return <Button ref={ref} variant="outlined" {...button} />;
}

interface ConfirmSheetProps {
  readonly open: boolean;
  readonly question: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** What was confirmed takes time, and cannot be cancelled any more. */
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks before something is deleted. The focus starts on cancel, so that a quick Enter deletes nothing. A second tap
 * during closing does nothing.
 */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, question, confirmLabel, cancelLabel, isBusy = false, onConfirm, onCancel } = props;
  const questionId = useId();
  // The answer may change the question, for example who has the list. It stays as it was read while the sheet closes.
  const [asked, setAsked] = useState(question);
  if (open && question !== asked) setAsked(question);
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={questionId}
      slotProps={{ paper: { elevation: 0, sx: PAPER_STYLE } }}
    >
      <Typography
        id={questionId}
        variant="subtitle1"
        component="h2"
        sx={{ textWrap: 'pretty', overflowWrap: 'anywhere' }}
      >
        {asked}
      </Typography>
      <Buttons>
        <Cancel isOpen={open} aria-disabled={isBusy} onClick={onCancel}>
          {cancelLabel}
        </Cancel>
        <Button variant="contained" color="error" aria-busy={isBusy} onClick={open ? onConfirm : undefined}>
          {confirmLabel}
        </Button>
      </Buttons>
    </Dialog>
  );
}
