import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { logIn, signUp } from '../../store/session/signIn';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { FormAlert } from '../../ui/FormAlert';
import { FormGrid } from '../../ui/FormGrid';
import { SubmitButton } from '../../ui/SubmitButton';
import { useSubmit } from '../../ui/useSubmit';
import { EmailField } from '../EmailField';
import { PasswordField } from '../PasswordField';
import { useLazyTexts } from '../useLazyTexts';
import { type Message, signUpMessage } from './signUpMessage';

interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onBack: () => void;
}

type FieldName = 'email' | 'password';

/** The field that the server's message is about; null for any other message. */
const fieldOf = (message: Message | null): FieldName | null => {
  if (message?.key.startsWith('signUp.email')) return 'email';
  return message?.key.startsWith('signUp.password') ? 'password' : null;
};

/** Creates an account, where the provider allows it. The server's objection is shown as text. */
export function SignUpForm({ email, onEmail, onBack }: SignUpFormProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  // The password rule is known only for our own server.
  const hasRule = useAppSelector(selectCapabilities).account;
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const inputs = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const { isBusy, submit } = useSubmit(async () => {
    setMessage(null);
    const { result, message: answer } = await dispatch(signUp(email.trim(), password));
    if (result === 'ok') return;
    const objection = signUpMessage(result, answer, isOnline);
    // The same person may have taken it: by an earlier try whose answer was lost.
    const isTaken = objection.key === 'signUp.emailTaken';
    if (isTaken && (await dispatch(logIn(email.trim(), password))).result === 'ok') return;
    setMessage(objection);
    const field = fieldOf(objection);
    if (field) inputs[field].current?.focus();
  });
  const edit = (set: (text: string) => void) => (text: string) => {
    setMessage(null);
    set(text);
  };
  const invalid = fieldOf(message);
  return (
    <FormGrid noValidate onSubmit={submit}>
      <EmailField value={email} onChange={edit(onEmail)} isInvalid={invalid === 'email'} inputRef={inputs.email} />
      <PasswordField
        value={password}
        onChange={edit(setPassword)}
        isInvalid={invalid === 'password'}
        autoComplete="new-password"
        hint={hasRule ? t('signUp.passwordRule') : undefined}
        inputRef={inputs.password}
      />
      <div>
        <FormAlert>{message && t(message.key, { count: message.count ?? 0 })}</FormAlert>
        <SubmitButton label={t('signUp.submit')} busyLabel={t('signUp.submitting')} isBusy={isBusy} />
      </div>
      <Button variant="text" onClick={onBack}>
        {t('signUp.back')}
      </Button>
    </FormGrid>
  );
}
