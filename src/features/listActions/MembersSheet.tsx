import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { ListRow } from '../../contract/records';
import type { Member, OpenInvite } from '../../contract/sharing';
import { removeMember, revokeInvite, type ServerAnswer } from '../../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { selectSharing } from '../../store/view/sharingSelectors';
import { ConfirmSheet } from '../../ui/ConfirmSheet';
import { isOnTop } from '../../ui/isOnTop';
import { ListIcon } from '../../ui/ListIcon';
import { PlainDialog } from '../../ui/PlainDialog';
import { useBackCloses } from '../../ui/useBackCloses';
import { listName } from '../listName';
import { NameForm } from '../NameForm';
import { useLazyTexts } from '../useLazyTexts';
import { useOnceTrue } from '../useOnceTrue';
import { useOwnMessages } from '../useOwnMessages';
import { type KnownPeople, usePeople } from '../usePeople';
import { useSharingErrors } from '../useSharingErrors';
import { InviteRows, Rows } from './InviteRows';
import { MemberRow } from './MemberRow';
import { NewInvite } from './NewInvite';
import { useRemainingPeople } from './useRemainingPeople';

const Stack = styled('div')({ display: 'grid', gap: 16 });

interface MembersSheetProps {
  readonly open: boolean;
  readonly list: ListRow;
  readonly onClose: () => void;
  /** The person wants to leave the list; a question follows. */
  readonly onLeave: () => void;
}

/** Says why the members are not shown, or not as they are now. */
function PeopleState({ people, onAgain }: { readonly people: KnownPeople; readonly onAgain: () => void }) {
  const { t } = useLazyTexts();
  if (people.kind === 'loading') return <Typography role="status">{t('sharing.loading')}</Typography>;
  if (people.kind === 'ok') return null;
  return (
    <>
      <Typography role="status">{t(people.kind === 'gone' ? 'sharing.gone' : 'sharing.unreachable')}</Typography>
      <Button variant="outlined" onClick={onAgain}>
        {t('sharing.again')}
      </Button>
    </>
  );
}

/** The members of a list and its open invitations, with the actions on both. Offline one can only look, and leave. */
export function MembersSheet({ open, list, onClose, onLeave }: MembersSheetProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { announce } = useOwnMessages();
  const showError = useSharingErrors();
  const isOnline = useAppSelector(selectIsOnline);
  const [people, askAgain] = usePeople(list.id, open && isOnline);
  const [removed, setRemoved] = useState<Member | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isNamed, setNamed] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useBackCloses(isAsking, () => setAsking(false));
  const [known, takeOut] = useRemainingPeople(people);
  const me = known.members.find(({ isMe }) => isMe);
  const isOwner = me?.role === 'owner';
  const isNameless = isOwner && me?.name === null;
  /** Once the form for the name is there, it stays without a network, with what was typed into it. */
  const hasNameForm = useOnceTrue(isNameless && isOnline) && isNameless;
  // What the stored row says of the list is known offline too.
  const sharing = useAppSelector((state) => selectSharing(state, list.id));
  const isShared = Math.max(known.members.length, sharing?.members ?? 1) > 1;
  const name = listName(t, list.name);
  /** "gone" may mean the member or invitation alone, for example after a second tap. The new answer shows which it is. */
  const after = (answer: ServerAnswer<true>, ending: readonly (Member | OpenInvite)[], text: string): void => {
    if (answer.kind === 'ok') {
      takeOut(ending);
      announce(text);
    } else if (answer.kind !== 'gone') showError(answer.kind);
    askAgain();
  };
  const afterName = (): void => {
    setNamed(true);
    askAgain();
  };
  /** The pressed button disappears with its row, and the focus is lost. A focus elsewhere in the dialog stays. */
  const focusHeadingIfLost = (): void => {
    const dialog = content.current?.closest('[role=dialog]');
    const { activeElement } = document;
    if (!dialog || !isOnTop(dialog)) return;
    if (!dialog.contains(activeElement) || activeElement?.closest('li')) dialog.querySelector('h2')?.focus();
  };
  const remove = async (member: Member): Promise<void> => {
    setAsking(false);
    const answer = await dispatch(removeMember(list.id, member.id));
    // The server ends all invitations with it.
    after(answer, [member, ...known.invites], t('sharing.removed', { name: member.name ?? t('sharing.nameless') }));
    focusHeadingIfLost();
  };
  const revoke = async (invite: OpenInvite): Promise<void> => {
    after(await dispatch(revokeInvite(list.id, invite.id)), [invite], t('sharing.revoked'));
    focusHeadingIfLost();
  };

  return (
    <PlainDialog
      open={open}
      title={t('sharing.title', { name })}
      icon={<ListIcon name={list.icon} size={32} />}
      closeLabel={t('dialog.close')}
      onClose={onClose}
    >
      <Stack ref={content}>
        {!isOnline && (sharing?.role !== 'member' || known.members.length === 0) && (
          <Typography role="status">{t(sharing?.role === 'member' ? 'account.offline' : 'sharing.offline')}</Typography>
        )}
        {isOnline && <PeopleState people={people} onAgain={askAgain} />}
        {known.members.length > 0 && (
          <Rows aria-label={t('sharing.members')}>
            {known.members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                canRemove={isOwner && !member.isMe && isOnline}
                onRemove={() => {
                  setRemoved(member);
                  setAsking(true);
                }}
              />
            ))}
          </Rows>
        )}
        {hasNameForm && <NameForm onTold={afterName} />}
        {me && isOwner && me.name !== null && (
          <NewInvite listId={list.id} canInvite={isOnline} isNext={isNamed} invites={known.invites} onMade={askAgain} />
        )}
        {isOnline && known.invites.length > 0 && (
          <InviteRows invites={known.invites} onRevoke={(invite) => void revoke(invite)} />
        )}
        {isShared && (
          <Button variant="text" color="error" onClick={onLeave}>
            {t('sharing.leave')}
          </Button>
        )}
      </Stack>
      <ConfirmSheet
        open={isAsking}
        question={t('sharing.removeQuestion', { name: removed?.name ?? t('sharing.nameless') })}
        confirmLabel={t('sharing.remove')}
        cancelLabel={t('confirm.no')}
        onConfirm={() => removed && void remove(removed)}
        onCancel={() => setAsking(false)}
      />
    </PlainDialog>
  );
}
