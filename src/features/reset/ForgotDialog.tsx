import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { requestReset } from '../../store/session/resetThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { FormAlert } from '../../ui/FormAlert';
import { FormDialog } from '../../ui/FormDialog';
import { useBackCloses } from '../../ui/useBackCloses';
import { useBusy } from '../../ui/useBusy';
import { EmailField } from '../EmailField';
import { passwordMessage } from '../passwordMessage';
import { useLazyTexts } from '../useLazyTexts';

const Fields = styled('div')({ display: 'grid', gap: 16 });

interface ForgotDialogProps {
  /** The email typed in the sign-in form. */
  readonly email: string;
  /** The closing animation has ended. */
  readonly onClosed: () => void;
}

/** Asks for the email that the reset link is sent to. The answer never tells whether an account exists. */
export function ForgotDialog({ email: typed, onClosed }: ForgotDialogProps) {
  const { t, i18n } = useLazyTexts();
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [isOpen, setOpen] = useState(true);
  const [email, setEmail] = useState(typed);
  /** The address that the request had. The field can be edited while the answer is awaited. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [objection, setObjection] = useState<{ readonly text: string; readonly isField: boolean } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const close = (): void => setOpen(false);
  const edit = (text: string): void => {
    setObjection(null);
    setEmail(text);
  };
  useBackCloses(isOpen, close);

  const [, send] = useBusy(async () => {
    setObjection(null);
    const address = email.trim();
    if (address === '' || input.current?.validity.valid === false) {
      setObjection({ text: t('signUp.emailInvalid'), isField: true });
      input.current?.focus();
      return;
    }
    const answer = await dispatch(requestReset(address, i18n.language));
    if (answer.kind === 'ok') setSentTo(address);
    else setObjection({ text: t(passwordMessage(answer, isOnline).key), isField: false });
  });
  const isSent = sentTo !== null;
  return (
    <FormDialog
      open={isOpen}
      title={t('reset.forgotTitle')}
      saveLabel={t(isSent ? 'reset.understood' : 'reset.send')}
      cancelLabel={isSent ? null : t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      onSave={isSent ? close : send}
      onClose={close}
      onExited={onClosed}
    >
      <Fields>
        {!isSent && <p>{t('reset.forgotText')}</p>}
        {!isSent && (
          <EmailField value={email} onChange={edit} isInvalid={objection?.isField === true} inputRef={input} />
        )}
        <div role="status">{isSent && <p>{t('reset.sent', { email: sentTo })}</p>}</div>
        <FormAlert>{objection?.text}</FormAlert>
      </Fields>
    </FormDialog>
  );
}
