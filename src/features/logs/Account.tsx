import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { User } from '../../contract/user';
import { useAppSelector } from '../../store/state/hooks';
import { selectCapabilities } from '../../store/state/syncSlice';
import { useLazyTexts } from '../useLazyTexts';
import { AccountActs } from './AccountActs';
import { RemovedLists } from './RemovedLists';
import { SettingsGroup } from './SettingsGroup';
import { SignOut } from './SignOut';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

/** The account section. Providers with account functions get all actions, others only signing out. */
export function Account({ user }: { readonly user: User }) {
  const { t } = useLazyTexts();
  const isKept = useAppSelector(selectCapabilities).account;
  return (
    <SettingsGroup title={t('session.account')}>
      <Row>
        <Typography variant="body2" sx={{ flex: '1 1 160px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('session.signedInAs', { email: user.email })}
        </Typography>
        <RemovedLists />
        {!isKept && <SignOut />}
      </Row>
      {isKept && <AccountActs user={user} />}
    </SettingsGroup>
  );
}
