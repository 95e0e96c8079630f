import Button from '@mui/material/Button';
import { useLazyTexts } from '../useLazyTexts';

interface PasteInviteProps {
  readonly onPaste: () => void;
}

/** Opens the dialog to join by a pasted link. Phones open links outside the installed app, so pasting is the way in. */
export function PasteInvite({ onPaste }: PasteInviteProps) {
  const { t } = useLazyTexts();
  return (
    <Button variant="text" color="inherit" onClick={onPaste} sx={{ color: 'text.secondary' }}>
      {t('sharing.paste')}
    </Button>
  );
}
