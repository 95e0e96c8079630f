import { useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { FormDialog } from '../../ui/FormDialog';
import { NameField } from '../NameField';
import { useLazyTexts } from '../useLazyTexts';
import { useNameSaving } from '../useNameSaving';

interface NameDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onTold: () => void;
}

/** Changes the name that others in shared lists see. Use a new `key` for each opening. */
export function NameDialog({ open, onClose, onTold }: NameDialogProps) {
  const { t } = useLazyTexts();
  const name = useAppSelector(selectUser)?.name ?? '';
  const { field, save } = useNameSaving(name, onTold);
  return (
    <FormDialog
      open={open}
      title={t('account.changeName')}
      saveLabel={t('dialog.editSave')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      onSave={save}
      onClose={onClose}
    >
      <NameField {...field} />
    </FormDialog>
  );
}
