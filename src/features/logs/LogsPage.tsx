import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { HeldPrompt } from '../../device/installPrompt';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { logsCleared, selectLogLines } from '../../store/state/logsSlice';
import { selectSessionPhase, selectUser } from '../../store/state/sessionSlice';
import { BackButton } from '../../ui/BackButton';
import { EmptyState } from '../../ui/EmptyState';
import { useAnnounce } from '../../ui/LiveRegions';
import { HeaderRow, PageFrame } from '../../ui/PageFrame';
import { isAfterLists, isPlainClick } from '../openList';
import { paths } from '../paths';
import { useLazyTexts } from '../useLazyTexts';
import { usePageHeading } from '../usePageHeading';
import { Account } from './Account';
import { AppSettings } from './AppSettings';
import { LastRounds } from './LastRounds';
import { LogEntries } from './LogEntries';
import { Refusals } from './Refusals';
import { SchemeSwitch } from './SchemeSwitch';
import { Setting } from './Setting';
import { Group, GroupTitle, SettingsGroup } from './SettingsGroup';
import { SuggestionSettings } from './SuggestionSettings';
import { useCopyLog } from './useCopyLog';

const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginBlock: '12px 16px',
});

interface LogsPageProps {
  readonly languageSwitch: ReactNode;
  /** Null without analytics. */
  readonly analyticsSwitch: ReactNode;
  readonly installPrompt?: HeldPrompt | undefined;
  /** The navigation, for signed-in people. */
  readonly bar: ReactNode;
}

/** The settings in groups, and the in-app log below them. */
export function LogsPage({ languageSwitch, analyticsSwitch, installPrompt, bar }: LogsPageProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const heading = usePageHeading(t('logs.title'));
  const isSignedIn = useAppSelector(selectSessionPhase) === 'open';
  const user = useAppSelector(selectUser);
  const lines = useAppSelector(selectLogLines);
  const copy = useCopyLog();
  const announce = useAnnounce();
  const clear = (): void => {
    dispatch(logsCleared());
    announce(t('logs.empty'));
  };
  const navigate = useNavigate();
  const location = useLocation();
  // For a guest every page leads to the sign-in. The visit's first entry, which has no page before it, has this key.
  const isAfterTarget = isSignedIn ? isAfterLists(location) : location.key !== 'default';
  // Another entry for the target would make the system's back lead to Logs again.
  const goBack = (event: MouseEvent): void => {
    if (!isAfterTarget || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(-1);
  };
  const entriesId = useId();
  return (
    <PageFrame
      header={
        <HeaderRow>
          <BackButton
            component={Link}
            to={isSignedIn ? paths.lists : paths.guest}
            onClick={goBack}
            aria-label={t('logs.back')}
          />
          <Typography variant="h1" ref={heading} tabIndex={-1}>
            {t('logs.title')}
          </Typography>
        </HeaderRow>
      }
      bar={bar}
    >
      {isSignedIn && user && <Account user={user} />}
      <SettingsGroup title={t('looks.title')}>
        <Setting name={t('looks.scheme')}>
          <SchemeSwitch />
        </Setting>
        <Setting name={t('lang.label')}>{languageSwitch}</Setting>
      </SettingsGroup>
      {isSignedIn && <SuggestionSettings />}
      <AppSettings installPrompt={installPrompt} />
      {analyticsSwitch && <SettingsGroup title={t('logs.analyticsTitle')}>{analyticsSwitch}</SettingsGroup>}
      {isSignedIn && <LastRounds />}
      {isSignedIn && <Refusals />}
      <Group aria-labelledby={entriesId}>
        <GroupTitle id={entriesId}>{t('logs.entries')}</GroupTitle>
        <Tools>
          <Button variant="outlined" onClick={copy}>
            {t('logs.copy')}
          </Button>
          <Button variant="outlined" onClick={clear}>
            {t('logs.clear')}
          </Button>
        </Tools>
        {lines.length > 0 ? <LogEntries lines={lines} /> : <EmptyState text={t('logs.empty')} />}
      </Group>
    </PageFrame>
  );
}
