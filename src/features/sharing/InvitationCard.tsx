import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppSelector } from '../../store/state/hooks';
import { Card } from '../../ui/Card';
import { FormAlert } from '../../ui/FormAlert';
import { ListTile } from '../../ui/ListTile';
import { SkeletonCards } from '../../ui/Skeletons';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';
import { canAskAgain, objectionTo, useInvitation } from './useInvitation';

const Row = styled(Card)({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: 12,
  minHeight: 'calc(4rem + 26px)',
});
const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' });

interface InvitationCardProps {
  /** Null until the provider has told whether it offers invitations. */
  readonly code: string | null;
}

/** Shows a guest which list they are invited to, above the sign-in form. */
export function InvitationCard({ code }: InvitationCardProps) {
  const { t } = useLazyTexts();
  const { invitation, askAgain } = useInvitation(code);
  const canSignUp = useAppSelector((state) => selectCapabilities(state).registration);
  const tryAgain = (): void => {
    askAgain();
    // The pressed button disappears, and the focus with it. The heading is just before the card.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  if (invitation.kind === 'loading') return <SkeletonCards count={1} label={t('sharing.loading')} />;
  if (invitation.kind !== 'ok')
    return (
      <>
        <FormAlert>{t(objectionTo(invitation.kind))}</FormAlert>
        {canAskAgain(invitation.kind) && (
          <Button variant="outlined" fullWidth onClick={tryAgain}>
            {t('sharing.again')}
          </Button>
        )}
      </>
    );
  const { name, icon, from } = invitation.value;
  return (
    <Row>
      <ListTile name={icon} />
      <Words role="status">
        <Typography variant="subtitle1">
          <bdi>{listName(t, name)}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('sharing.from', { name: from ?? t('sharing.nameless') })}{' '}
          {t(canSignUp ? 'sharing.signUpToJoin' : 'sharing.signInToJoin')}
        </Typography>
      </Words>
    </Row>
  );
}
