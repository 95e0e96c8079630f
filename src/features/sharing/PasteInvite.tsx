import Button from '@mui/material/Button';
import { useLayerTexts } from '../useLayerTexts';

interface PasteInviteProps {
  readonly onPaste: () => void;
}

/** Leads to joining by a link from the clipboard: phones open links outside the installed app. */
export function PasteInvite({ onPaste }: PasteInviteProps) {
  const { t } = useLayerTexts();
  return (
    <Button variant="text" color="inherit" onClick={onPaste} sx={{ color: 'text.secondary' }}>
      {t('sharing.paste')}
    </Button>
  );
}
