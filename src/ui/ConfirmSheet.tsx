import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { RADIUS, WIDE_PX } from './tokens';
import { useInitialFocus } from './useInitialFocus';

const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  marginTop: 20,
  // Side by side where both fit, whatever the size of the text.
  '& > button': { flex: '1 1 7rem', paddingInline: 12 },
});

const PAPER_LOOK = {
  width: 312,
  margin: '16px',
  padding: '20px',
  borderRadius: `${RADIUS.card}px`,
  [`@media (min-width: ${WIDE_PX}px)`]: { width: 400 },
};

interface AnswerProps extends ButtonProps {
  /** The focus starts here. */
  readonly isFirst: boolean;
}

function Answer({ isFirst, ...button }: AnswerProps) {
  const ref = useInitialFocus<HTMLButtonElement>(isFirst);
  return <Button ref={ref} {...button} />;
}

interface ConfirmSheetProps {
  readonly open: boolean;
  readonly question: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Danger: to confirm destroys something. Calm: it keeps something, and to cancel lets it go. */
  readonly tone?: 'danger' | 'calm';
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks before something is destroyed. Focus starts on the harmless answer, so Enter never destroys by reflex, nor does Esc or a tap
 * beside it: where to cancel is what destroys, they answer nothing. A second tap finds no question any more.
 */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, question, confirmLabel, cancelLabel, tone = 'danger', onConfirm, onCancel } = props;
  const questionId = useId();
  const isCalm = tone === 'calm';
  return (
    <Dialog
      open={open}
      {...(!isCalm && { onClose: onCancel })}
      role="alertdialog"
      aria-labelledby={questionId}
      slotProps={{ paper: { elevation: 0, sx: PAPER_LOOK } }}
    >
      <Typography id={questionId} variant="subtitle1" component="h2" sx={{ textWrap: 'pretty' }}>
        {question}
      </Typography>
      <Buttons>
        <Answer isFirst={open && !isCalm} variant="outlined" onClick={onCancel}>
          {cancelLabel}
        </Answer>
        <Answer
          isFirst={open && isCalm}
          variant="contained"
          color={isCalm ? 'primary' : 'error'}
          onClick={open ? onConfirm : undefined}
        >
          {confirmLabel}
        </Answer>
      </Buttons>
    </Dialog>
  );
}
