import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { signUp } from '../../store/sessionThunks';
import { selectIsOnline } from '../../store/syncSlice';
import { EmailField } from './EmailField';
import { FormGrid } from './FormGrid';
import { PasswordField } from './PasswordField';
import { SubmitButton } from './SubmitButton';
import { type Message, signUpMessage } from './signUpMessage';
import { useSubmit } from './useSubmit';

const Answer = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  padding: '10px 14px',
  borderRadius: 14,
  backgroundColor: theme.vars.palette.errorSoft,
  color: theme.vars.palette.onErrorSoft,
}));

interface SignUpFormProps {
  readonly onBack: () => void;
}

/** A new account, where the provider offers it. What the server objects to is said in words. */
export function SignUpForm({ onBack }: SignUpFormProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const { isBusy, submit } = useSubmit(async () => {
    setMessage(null);
    const { result, message: answer } = await dispatch(signUp(email.trim(), password));
    if (result !== 'ok') setMessage(signUpMessage(result, answer, isOnline));
  });
  return (
    <FormGrid noValidate onSubmit={submit}>
      <EmailField value={email} onChange={setEmail} isInvalid={message?.key.startsWith('signUp.email') ?? false} />
      <PasswordField
        value={password}
        onChange={setPassword}
        isInvalid={message?.key.startsWith('signUp.password') ?? false}
        autoComplete="new-password"
      />
      {/* There before its words, so that readers notice them. */}
      <div role="alert">{message && <Answer>{t(message.key, { count: message.count ?? 0 })}</Answer>}</div>
      <SubmitButton label={t('signUp.submit')} busyLabel={t('signUp.submitting')} isBusy={isBusy} />
      <Button variant="text" onClick={onBack}>
        {t('signUp.back')}
      </Button>
    </FormGrid>
  );
}
