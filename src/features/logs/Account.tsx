import Typography from '@mui/material/Typography';
import type { User } from '../../contract/user';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppSelector } from '../../store/state/hooks';
import { useLazyTexts } from '../useLazyTexts';
import { AccountActs } from './AccountActs';
import { RemovedLists } from './RemovedLists';
import { SettingActions } from './SettingAction';
import { SettingsGroup } from './SettingsGroup';
import { SignOut } from './SignOut';

/** The account section. Providers with account functions get all actions, others only signing out. */
export function Account({ user }: { readonly user: User }) {
  const { t } = useLazyTexts();
  const hasAccount = useAppSelector(selectCapabilities).account;
  return (
    <SettingsGroup title={t('session.account')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('session.signedInAs', { email: user.email })}
      </Typography>
      {hasAccount ? (
        <AccountActs user={user} />
      ) : (
        <SettingActions>
          <RemovedLists />
          <SignOut />
        </SettingActions>
      )}
    </SettingsGroup>
  );
}
