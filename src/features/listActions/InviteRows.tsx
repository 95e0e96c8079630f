import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { OpenInvite } from '../../contract/sharing';
import { useLazyTexts } from '../useLazyTexts';

export const Rows = styled('ul')({ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' });
const Row = styled('li')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 12 });

interface InviteRowsProps {
  readonly invites: readonly OpenInvite[];
  readonly onRevoke: (invite: OpenInvite) => void;
}

/** The open invitations of a list. */
export function InviteRows({ invites, onRevoke }: InviteRowsProps) {
  const { t, i18n } = useLazyTexts();
  const timeOf = new Intl.DateTimeFormat(i18n.resolvedLanguage, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Rows aria-label={t('sharing.invites')}>
      {invites.map((invite) => (
        <Row key={invite.id}>
          <Typography variant="body2" sx={{ flex: '1 1 10rem', minWidth: 0, textWrap: 'balance' }}>
            {t('sharing.openUntil', { date: timeOf.format(new Date(invite.expiresAt)) })}
          </Typography>
          <Button variant="text" color="inherit" onClick={() => onRevoke(invite)}>
            {t('sharing.revoke')}
          </Button>
        </Row>
      ))}
    </Rows>
  );
}
