import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { ListRow } from '../../contract/records';
import type { ListPeople, Member, OpenInvite } from '../../contract/sharing';
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
import { usePeople } from '../usePeople';
import { useSharingErrors } from '../useSharingErrors';
import { MemberRow } from './MemberRow';
import { NewInvite } from './NewInvite';

const Stack = styled('div')({ display: 'grid', gap: 16 });
const Rows = styled('ul')({ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' });
const InviteRow = styled('li')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 12 });

const NOBODY: ListPeople = { members: [], invites: [] };

interface MembersSheetProps {
  readonly open: boolean;
  readonly list: ListRow;
  readonly onClose: () => void;
  /** The person wants to leave the list; a question follows. */
  readonly onLeave: () => void;
}

/** The members of a list and its open invitations, with the actions on both. Offline one can only look, and leave. */
export function MembersSheet({ open, list, onClose, onLeave }: MembersSheetProps) {
  const { t, i18n } = useLazyTexts();
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

  /** The last answer. A question without an answer must not take the link of a new invitation away. */
  const [last, setLast] = useState(NOBODY);
  /** Those of the last answer that the person has removed or revoked since. The next answer does not have them. */
  const [ended, setEnded] = useState<readonly (Member | OpenInvite)[]>([]);
  const answered = people.kind === 'ok' ? people.value : people.kind === 'unreachable' ? last : NOBODY;
  if (answered !== last) {
    setLast(answered);
    setEnded([]);
  }
  const known: ListPeople = {
    members: answered.members.filter((member) => !ended.includes(member)),
    invites: answered.invites.filter((invite) => !ended.includes(invite)),
  };
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
      setEnded((before) => [...before, ...ending]);
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
  const timeOf = new Intl.DateTimeFormat(i18n.resolvedLanguage, { dateStyle: 'medium', timeStyle: 'short' });

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
        {isOnline && people.kind === 'loading' && <Typography role="status">{t('sharing.loading')}</Typography>}
        {isOnline && people.kind !== 'loading' && people.kind !== 'ok' && (
          <>
            <Typography role="status">{t(people.kind === 'gone' ? 'sharing.gone' : 'sharing.unreachable')}</Typography>
            <Button variant="outlined" onClick={askAgain}>
              {t('sharing.again')}
            </Button>
          </>
        )}
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
          <Rows aria-label={t('sharing.invites')}>
            {known.invites.map((invite) => (
              <InviteRow key={invite.id}>
                <Typography variant="body2" sx={{ flex: '1 1 10rem', minWidth: 0, textWrap: 'balance' }}>
                  {t('sharing.openUntil', { date: timeOf.format(new Date(invite.expiresAt)) })}
                </Typography>
                <Button variant="text" color="inherit" onClick={() => void revoke(invite)}>
                  {t('sharing.revoke')}
                </Button>
              </InviteRow>
            ))}
          </Rows>
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
