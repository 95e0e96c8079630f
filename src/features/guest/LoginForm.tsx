import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsGuestAt } from '../../store/session/loadCapabilities';
import { logIn } from '../../store/session/signIn';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { guestWished, selectGuestTrouble } from '../../store/state/sessionSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { FormGrid } from '../../ui/FormGrid';
import { isOnTop } from '../../ui/isOnTop';
import { useAnnounce } from '../../ui/LiveRegions';
import { SubmitButton } from '../../ui/SubmitButton';
import { useSubmit } from '../../ui/useSubmit';
import { EmailField } from '../EmailField';
import { PasswordField } from '../PasswordField';
import { useEarlyForm } from './useEarlyForm';

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

/**
 * Draws the dialog for a forgotten password.
 * @param onClosed called when the closing animation has ended
 */
export type ForgotDialog = (email: string, onClosed: () => void) => ReactNode;

interface LoginFormProps {
  /** Kept by the page, so that the sign-up form starts with it. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly forgotDialog: ForgotDialog;
}

/** Says to screen readers why a sign-in got no answer, in the words of the status line, as long as the line says it. */
const useTroubleAnnounced = (): void => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const trouble = useAppSelector(selectGuestTrouble);
  const isOnline = useAppSelector(selectIsOnline);
  useEffect(() => {
    return trouble ? announce(t(`guest.${isOnline ? trouble : 'offline'}`), 'assertive') : undefined;
  }, [trouble, isOnline, announce, t]);
};

/**
 * Sends the email and password, even when empty. After a refusal the fields are marked as invalid until the next input.
 */
export function LoginForm({ email, onEmail, forgotDialog }: LoginFormProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [password, setPassword] = useState('');
  const hasForgotten = useAppSelector((state) => selectIsGuestAt(state, 'passwordReset'));
  const [isInvalid, setInvalid] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  useTroubleAnnounced();
  const { isBusy, submit } = useSubmit(async () => {
    const { result } = await dispatch(logIn(email, password));
    if (result === 'ok') return;
    // Only a refusal says that the password is wrong; an unreachable provider says nothing about it.
    setInvalid(result === 'refused');
    const input = passwordInput.current;
    if (!input || !isOnTop(input)) return;
    input.focus();
    input.select();
  });
  const form = useEarlyForm((texts) => {
    onEmail(texts.get('email') ?? '');
    setPassword(texts.get('password') ?? '');
  });
  const edit = (set: (text: string) => void) => (text: string) => {
    setInvalid(false);
    // Whoever types here does not wait for another form any more.
    dispatch(guestWished(null));
    set(text);
  };
  return (
    <FormGrid ref={form} noValidate onSubmit={submit}>
      <EmailField value={email} onChange={edit(onEmail)} isInvalid={isInvalid} />
      <PasswordField
        value={password}
        onChange={edit(setPassword)}
        isInvalid={isInvalid}
        autoComplete="current-password"
        inputRef={passwordInput}
      />
      <SubmitButton label={t('guest.submit')} busyLabel={t('guest.submitting')} isBusy={isBusy} />
      {/* Does nothing when the provider cannot reset passwords: the specification names no target. */}
      <Forgot
        href="#"
        lang="en"
        onClick={(event) => {
          event.preventDefault();
          dispatch(guestWished('passwordReset'));
        }}
      >
        {t('guest.forgot')}
      </Forgot>
      {hasForgotten && <Suspense>{forgotDialog(email, () => dispatch(guestWished(null)))}</Suspense>}
      <Or lang="en">{t('guest.or')}</Or>
      <Button variant="outlined" onClick={() => dispatch(guestWished('registration'))}>
        {t('guest.register')}
      </Button>
    </FormGrid>
  );
}
