import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { resetPassword } from '../../store/session/resetThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { FormAlert } from '../../ui/FormAlert';
import { FormGrid } from '../../ui/FormGrid';
import { HeaderRow, PageFrame } from '../../ui/PageFrame';
import { useSnackBar } from '../../ui/SnackBars';
import { SubmitButton } from '../../ui/SubmitButton';
import { useSubmit } from '../../ui/useSubmit';
import { PasswordField } from '../PasswordField';
import { type PasswordMessage, passwordMessage } from '../passwordMessage';
import { paths } from '../paths';
import { useLazyTexts } from '../useLazyTexts';
import { usePageHeading } from '../usePageHeading';

const SHOWN_MS = 4000;

const codeOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'resetCode' in state && typeof state.resetCode === 'string'
    ? state.resetCode
    : '';

interface FormProps {
  readonly code: string;
  readonly onDone: () => void;
}

function NewPasswordForm({ code, onDone }: FormProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<PasswordMessage | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, submit } = useSubmit(async () => {
    setMessage(null);
    const answer = await dispatch(resetPassword(code, password));
    if (answer.kind === 'ok') return onDone();
    const objection = passwordMessage(answer, isOnline, 'reset.unsure');
    setMessage(objection);
    if (objection.field) input.current?.focus();
  });
  return (
    <FormGrid noValidate onSubmit={submit}>
      <p>{t('reset.endsSessions')}</p>
      <PasswordField
        label={t('account.newPassword')}
        hint={t('signUp.passwordRule')}
        value={password}
        onChange={(text) => {
          setPassword(text);
          setMessage(null);
        }}
        isInvalid={message?.field === 'new'}
        autoComplete="new-password"
        inputRef={input}
      />
      <div>
        <FormAlert>{message && t(message.key, { count: message.count })}</FormAlert>
        <SubmitButton label={t('reset.set')} busyLabel={t('reset.setting')} isBusy={isBusy} />
      </div>
    </FormGrid>
  );
}

/**
 * Sets a new password with the code of a mailed link. `GuestOnly` reads the code from the link and leads here. Then the
 * page signs in, unless somebody else is signed in on this device.
 */
export function ResetPage({ status }: { readonly status: ReactNode }) {
  const { t } = useLazyTexts();
  const navigate = useNavigate();
  const { show } = useSnackBar();
  const code = codeOf(useLocation().state);
  const heading = usePageHeading(t('reset.title'));
  const isSignedIn = useAppSelector(selectSessionPhase) === 'open';
  const leave = (): void => {
    show({ text: t('reset.done'), durationMs: SHOWN_MS });
    // The person may have gone to another page before the answer came.
    if (heading.current) void navigate(paths.lists, { replace: true });
  };
  return (
    <PageFrame
      narrow="alone"
      header={
        <HeaderRow>
          <Typography variant="h1" ref={heading} tabIndex={-1}>
            {t('reset.title')}
          </Typography>
        </HeaderRow>
      }
      status={status}
    >
      {code === '' ? <p>{t('reset.noCode')}</p> : <NewPasswordForm key={code} code={code} onDone={leave} />}
      <Button
        variant="text"
        fullWidth
        component={Link}
        to={isSignedIn ? paths.lists : paths.guest}
        replace
        sx={{ marginTop: '16px' }}
      >
        {t(isSignedIn ? 'reset.toLists' : 'reset.toSignIn')}
      </Button>
    </PageFrame>
  );
}
