import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logIn } from '../../store/session/sessionThunks';
import { useAppDispatch } from '../../store/state/hooks';
import { PasswordField } from '../PasswordField';
import { EmailField } from './EmailField';
import { FormGrid } from './FormGrid';
import { SubmitButton } from './SubmitButton';
import { useSubmit } from './useSubmit';

const Forgot = styled('a')(({ theme }) => ({
  justifySelf: 'center',
  padding: '10px 12px',
  color: theme.vars.palette.primary.main,
}));

const Or = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': { content: '""', flex: 1, borderTop: `1px solid ${theme.vars.palette.divider}` },
}));

interface LoginFormProps {
  /** Outlives the form: the sign-up goes on with it. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Does nothing where the provider offers no registration. */
  readonly onRegister: () => void;
}

/** Sends what was typed, empty or not. A failure has no words: the fields show it until the next input. */
export function LoginForm({ email, onEmail, onRegister }: LoginFormProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [password, setPassword] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { isBusy, submit } = useSubmit(async () => {
    const { result } = await dispatch(logIn(email, password));
    if (result === 'ok') return;
    // A provider that did not answer has not called the password wrong.
    setInvalid(result === 'refused');
    passwordInput.current?.focus();
    passwordInput.current?.select();
  });
  const edit = (set: (text: string) => void) => (text: string) => {
    setInvalid(false);
    set(text);
  };
  return (
    <FormGrid noValidate onSubmit={submit}>
      <EmailField value={email} onChange={edit(onEmail)} isInvalid={isInvalid} />
      <PasswordField
        value={password}
        onChange={edit(setPassword)}
        isInvalid={isInvalid}
        autoComplete="current-password"
        inputRef={passwordInput}
      />
      <SubmitButton label={t('guest.submit')} busyLabel={t('guest.submitting')} isBusy={isBusy} />
      {/* The specification names no target: the link stays on the page. */}
      <Forgot href="#" lang="en" onClick={(event) => event.preventDefault()}>
        {t('guest.forgot')}
      </Forgot>
      <Or lang="en">{t('guest.or')}</Or>
      <Button variant="outlined" onClick={onRegister}>
        {t('guest.register')}
      </Button>
    </FormGrid>
  );
}
