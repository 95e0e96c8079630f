import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { selectIsGuestAt } from '../../store/session/loadCapabilities';
import { selectCapabilities, selectIsProviderKnown } from '../../store/state/capabilitiesSlice';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { guestWished, selectPrevious } from '../../store/state/sessionSlice';
import { HeaderRow, PageFrame } from '../../ui/PageFrame';
import { useBackCloses } from '../../ui/useBackCloses';
import { lazyPart } from '../lazyPart';
import { paths } from '../paths';
import { usePageHeading } from '../usePageHeading';
import { AppIntro } from './AppIntro';
import { type ForgotDialog, LoginForm } from './LoginForm';

/** Loaded later: only some providers have a demo, and the form does not wait for their capabilities. */
const DemoButton = lazyPart(async () => (await import('./DemoButton')).DemoButton);

/** Loaded when somebody wants to register. */
const SignUpForm = lazyPart(async () => (await import('./SignUpForm')).SignUpForm);

/** Reserves the height of the demo button, so that nothing moves when it appears. */
const DemoPlace = styled('div')({ minHeight: 56 });

/** Reserves the height of the invitation from the first frame on (`data-invited`), so that the form stays in its place. */
const InvitationPlace = styled('div')({
  '&[data-taken], html[data-invited] &': { minHeight: 'calc(4rem + 26px)', marginBottom: 16 },
});

/** Selects for itself, so that the page does not render when the capabilities arrive. */
function Demo() {
  const hasDemo = useAppSelector((state) => selectCapabilities(state).demo);
  return (
    hasDemo && (
      <Suspense>
        <DemoButton />
      </Suspense>
    )
  );
}

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginTop: 8,
});

interface GuestPageProps {
  /** The status line. For a guest it only says why signing in cannot work. */
  readonly status: ReactNode;
  readonly languageSwitch: ReactNode;
  readonly forgotDialog: ForgotDialog;
  /** The list that an invitation link leads to. */
  readonly invitation?: ReactNode;
}

/** The sign-in form, or the sign-up form. The system's back button returns from sign-up to sign-in. */
export function GuestPage({ status, languageSwitch, forgotDialog, invitation }: GuestPageProps) {
  const { t } = useTranslation();
  const previous = useAppSelector(selectPrevious);
  const [email, setEmail] = useState(previous?.isExpired ? previous.user.email : '');
  const isSigningUp = useAppSelector((state) => selectIsGuestAt(state, 'registration'));
  const hasInvitation = useAppSelector(
    (state) => Boolean(invitation) && (selectCapabilities(state).sharing || !selectIsProviderKnown(state)),
  );
  const title = t(isSigningUp ? 'signUp.title' : 'guest.title');
  const heading = usePageHeading(title);
  const dispatch = useAppDispatch();
  const toSignIn = useCallback((): void => void dispatch(guestWished(null)), [dispatch]);
  useEffect(() => toSignIn, [toSignIn]);
  useBackCloses(isSigningUp, toSignIn);
  const wasSigningUp = useRef(isSigningUp);
  useEffect(() => {
    if (wasSigningUp.current === isSigningUp) return;
    wasSigningUp.current = isSigningUp;
    heading.current?.focus();
  }, [isSigningUp, heading]);
  return (
    <PageFrame
      narrow="pictured"
      header={
        <>
          <AppIntro />
          <HeaderRow>
            <Typography variant="h1" ref={heading} tabIndex={-1}>
              {title}
            </Typography>
          </HeaderRow>
        </>
      }
      status={status}
    >
      <InvitationPlace data-taken={hasInvitation || undefined}>
        {hasInvitation && <Suspense>{invitation}</Suspense>}
      </InvitationPlace>
      {isSigningUp ? (
        <Suspense>
          <SignUpForm email={email} onEmail={setEmail} onBack={toSignIn} />
        </Suspense>
      ) : (
        <LoginForm email={email} onEmail={setEmail} forgotDialog={forgotDialog} />
      )}
      <DemoPlace>{!isSigningUp && <Demo />}</DemoPlace>
      <Foot>
        {languageSwitch}
        <Button variant="text" color="inherit" component={Link} to={paths.logs} sx={{ color: 'text.secondary' }}>
          {t('tabs.settings')}
        </Button>
      </Foot>
    </PageFrame>
  );
}
