import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { ListId } from '../../contract/ids';
import type { Invitation } from '../../contract/sharing';
import { acceptInvite } from '../../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { FormAlert } from '../../ui/FormAlert';
import { ListTile } from '../../ui/ListTile';
import { PlainDialog } from '../../ui/PlainDialog';
import { useBusy } from '../../ui/useBusy';
import { listName } from '../listName';
import { NameForm } from '../NameForm';
import { takeFocus } from '../takeFocus';
import { useLazyTexts } from '../useLazyTexts';
import { useSharingErrors } from '../useSharingErrors';
import { InviteLinkForm } from './InviteLinkForm';
import { canAskAgain, objectionTo, useInvitation } from './useInvitation';
import { useJoinedList } from './useJoinedList';

const Stack = styled('div')({ display: 'grid', gap: 16 });
const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 });
const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' });

interface JoinSheetProps {
  readonly open: boolean;
  /** The invitation's code; null asks for a link first. */
  readonly code: string | null;
  readonly onCode: (code: string) => void;
  readonly onJoined: (listId: ListId) => void;
  readonly onClose: () => void;
}

/** The list that an invitation is for, and who sent it. */
function InvitedList({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useLazyTexts();
  const { name, icon, from } = invitation;
  return (
    <Row>
      <ListTile name={icon} />
      <Words>
        <Typography variant="subtitle1">
          <bdi>{listName(t, name)}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('sharing.from', { name: from ?? t('sharing.nameless') })}
        </Typography>
      </Words>
    </Row>
  );
}

/** Shows which list an invitation is for. The person joins only by the button. */
export function JoinSheet({ open, code, onCode, onJoined, onClose }: JoinSheetProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const showError = useSharingErrors();
  const hasName = useAppSelector(selectUser)?.name !== undefined;
  const { invitation, askAgain, end } = useInvitation(open ? code : null);
  const joined = useJoinedList({ open, onJoined, onClose });
  /** The person has just given a link or a name, tried to join, or asked again. The button that follows gets the focus. */
  const [isNext, setNext] = useState(false);
  if (!open && isNext) setNext(false);
  const hideError = useRef<() => void>(() => undefined);
  const [isAsking, join] = useBusy(async (accepted: string) => {
    if (joined.isAwaited) return;
    hideError.current();
    const answer = await dispatch(acceptInvite(accepted));
    if (answer.kind === 'ok') joined.await(answer.value);
    else if (answer.kind === 'gone') {
      // The pressed button disappears, and the focus with it.
      setNext(true);
      end();
    } else hideError.current = showError(answer.kind);
  });
  return (
    <PlainDialog open={open} title={t('sharing.joinTitle')} closeLabel={t('dialog.close')} onClose={onClose}>
      <Stack>
        {code === null && (
          <InviteLinkForm
            onCode={(given) => {
              setNext(true);
              onCode(given);
            }}
          />
        )}
        {code !== null && invitation.kind === 'loading' && (
          <Typography role="status">{t('sharing.loading')}</Typography>
        )}
        {code !== null && invitation.kind !== 'loading' && invitation.kind !== 'ok' && (
          <FormAlert>{t(objectionTo(invitation.kind))}</FormAlert>
        )}
        {code !== null && canAskAgain(invitation.kind) && (
          <Button
            ref={isNext ? takeFocus : null}
            variant="contained"
            onClick={() => {
              setNext(true);
              askAgain();
            }}
          >
            {t('sharing.again')}
          </Button>
        )}
        {code !== null && invitation.kind === 'ok' && (
          <>
            <InvitedList invitation={invitation.value} />
            {hasName ? (
              <Button
                ref={isNext ? takeFocus : null}
                variant="contained"
                aria-busy={isAsking || joined.isAwaited}
                onClick={() => join(code)}
              >
                {t('sharing.join')}
              </Button>
            ) : (
              <NameForm onTold={() => setNext(true)} />
            )}
          </>
        )}
        <Button ref={isNext && invitation.kind === 'gone' ? takeFocus : null} variant="outlined" onClick={onClose}>
          {t(invitation.kind === 'gone' ? 'dialog.close' : 'sharing.notNow')}
        </Button>
      </Stack>
    </PlainDialog>
  );
}
