import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

interface SubmitButtonProps {
  readonly label: string;
  /** The name of the progress indicator. */
  readonly busyLabel: string;
  readonly isBusy: boolean;
}

/** A submit button with a progress indicator. It stays enabled while busy, and the form ignores a second press. */
export function SubmitButton({ label, busyLabel, isBusy }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="contained" fullWidth aria-busy={isBusy} sx={{ gap: 3 }}>
      {isBusy && <CircularProgress size={20} color="inherit" aria-label={busyLabel} />}
      {label}
    </Button>
  );
}
