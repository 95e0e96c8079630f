import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

interface SubmitButtonProps {
  readonly label: string;
  /** What it is doing, while it is busy. */
  readonly busyLabel: string;
  readonly isBusy: boolean;
}

/** Stays where it is and can be pressed while it works; the form sees to it that a second press does nothing. */
export function SubmitButton({ label, busyLabel, isBusy }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="contained" fullWidth aria-busy={isBusy} sx={{ gap: 3 }}>
      {isBusy && <CircularProgress size={20} color="inherit" aria-label={busyLabel} />}
      {label}
    </Button>
  );
}
