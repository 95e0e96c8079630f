import { PlainDialog } from '../../ui/PlainDialog';
import { NameForm } from '../NameForm';
import { useLazyTexts } from '../useLazyTexts';

interface NameDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onTold: () => void;
}

/** Changes the name that others in shared lists see. */
export function NameDialog({ open, onClose, onTold }: NameDialogProps) {
  const { t } = useLazyTexts();
  return (
    <PlainDialog open={open} title={t('account.changeName')} closeLabel={t('dialog.close')} onClose={onClose}>
      <NameForm onTold={onTold} />
    </PlainDialog>
  );
}
