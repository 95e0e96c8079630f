import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { changePassword } from '../../store/session/accountThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { FormAlert } from '../../ui/FormAlert';
import { FormDialog } from '../../ui/FormDialog';
import { useBusy } from '../../ui/useBusy';
import { PasswordField } from '../PasswordField';
import { PASSWORD_MISSING, type PasswordMessage, passwordMessage } from '../passwordMessage';
import { useLazyTexts } from '../useLazyTexts';

const Fields = styled('div')({ display: 'grid', gap: 16 });

interface ChangePasswordDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for the current and a new password, and says what is wrong with them. Use a new `key` for each opening. */
export function ChangePasswordDialog({ open, onClose, onChanged }: ChangePasswordDialogProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [message, setMessage] = useState<PasswordMessage | null>(null);
  const inputs = { current: useRef<HTMLInputElement>(null), new: useRef<HTMLInputElement>(null) };
  const showObjection = (objection: PasswordMessage): void => {
    setMessage(objection);
    if (objection.field) inputs[objection.field].current?.focus();
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setMessage(null);
  };
  const [, save] = useBusy(async () => {
    if (current === '') return showObjection(PASSWORD_MISSING);
    setMessage(null);
    const answer = await dispatch(changePassword(current, next));
    if (answer.kind === 'ok') onChanged();
    else showObjection(passwordMessage(answer, isOnline, 'account.passwordUnsure'));
  });
  return (
    <FormDialog
      open={open}
      title={t('account.changePassword')}
      saveLabel={t('dialog.editSave')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      onSave={save}
      onClose={onClose}
    >
      <Fields>
        <PasswordField
          label={t('account.currentPassword')}
          value={current}
          onChange={edit(setCurrent)}
          isInvalid={message?.field === 'current'}
          autoComplete="current-password"
          inputRef={inputs.current}
        />
        <PasswordField
          label={t('account.newPassword')}
          hint={t('signUp.passwordRule')}
          value={next}
          onChange={edit(setNext)}
          isInvalid={message?.field === 'new'}
          autoComplete="new-password"
          inputRef={inputs.new}
        />
        <FormAlert>{message && t(message.key, { count: message.count })}</FormAlert>
      </Fields>
    </FormDialog>
  );
}
