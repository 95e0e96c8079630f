import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppSelector } from '../../store/state/hooks';
import { Card } from '../../ui/Card';
import { ListTile } from '../../ui/ListTile';
import { useLazyTexts } from '../useLazyTexts';
import { useInvitation } from './useInvitation';

const Row = styled(Card)({ display: 'flex', alignItems: 'center', gap: 12, padding: 12, marginBottom: 16 });
const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' });

interface InvitationCardProps {
  readonly code: string;
}

/** Shows a guest which list they are invited to, above the sign-in form. */
export function InvitationCard({ code }: InvitationCardProps) {
  const { t } = useLazyTexts();
  const invitation = useInvitation(code);
  const canSignUp = useAppSelector((state) => selectCapabilities(state).registration);
  if (invitation.kind === 'loading') return null;
  if (invitation.kind !== 'ok')
    return (
      <Typography role="status" sx={{ marginBottom: '16px' }}>
        {t(invitation.kind === 'gone' ? 'sharing.inviteOver' : 'sharing.unreachable')}
      </Typography>
    );
  const { name, icon, from } = invitation.value;
  return (
    <Row>
      <ListTile name={icon} />
      <Words role="status">
        <Typography variant="subtitle1" dir="auto">
          {name.trim() || t('list.fallbackName')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('sharing.from', { name: from ?? t('sharing.nameless') })}{' '}
          {t(canSignUp ? 'sharing.signUpToJoin' : 'sharing.signInToJoin')}
        </Typography>
      </Words>
    </Row>
  );
}
