import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { removeAccount } from '../../store/session/accountThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { FormAlert } from '../../ui/FormAlert';
import { FormDialog } from '../../ui/FormDialog';
import { useBusy } from '../../ui/useBusy';
import { PasswordField } from '../PasswordField';
import { PASSWORD_MISSING, type PasswordMessage, passwordMessage } from '../passwordMessage';
import { useLazyTexts } from '../useLazyTexts';

const Fields = styled('div')({ display: 'grid', gap: 16 });

interface RemoveAccountDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Says what is deleted with the account, and asks for the password. Use a new `key` for each opening. */
export function RemoveAccountDialog({ open, onClose, onRemoved }: RemoveAccountDialogProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<PasswordMessage | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const showObjection = (objection: PasswordMessage): void => {
    setMessage(objection);
    if (objection.field) input.current?.focus();
  };
  const [, remove] = useBusy(async () => {
    if (password === '') return showObjection(PASSWORD_MISSING);
    setMessage(null);
    const answer = await dispatch(removeAccount(password));
    if (answer.kind === 'ok') onRemoved();
    else showObjection(passwordMessage(answer, isOnline, 'account.removalUnsure'));
  });
  return (
    <FormDialog
      open={open}
      title={t('account.remove')}
      saveLabel={t('account.removeYes')}
      saveColor="error"
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      onSave={remove}
      onClose={onClose}
    >
      <Fields>
        <p>{t('account.removeText')}</p>
        <p>{t('account.removeShared')}</p>
        <PasswordField
          label={t('account.currentPassword')}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setMessage(null);
          }}
          isInvalid={message?.field === 'current'}
          autoComplete="current-password"
          inputRef={input}
        />
        <FormAlert>{message && t(message.key, { count: message.count })}</FormAlert>
      </Fields>
    </FormDialog>
  );
}
