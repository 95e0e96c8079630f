import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { inviteCodeIn } from '../../contract/inviteLink';
import type { Invitation } from '../../contract/sharing';
import { acceptInvite } from '../../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { selectItemIds, selectList } from '../../store/view/viewSelectors';
import { FormAlert } from '../../ui/FormAlert';
import { LabelledField } from '../../ui/LabelledField';
import { ListTile } from '../../ui/ListTile';
import { PlainDialog } from '../../ui/PlainDialog';
import { useInitialFocus } from '../../ui/useInitialFocus';
import { NameForm } from '../NameForm';
import { takeFocus } from '../takeFocus';
import { useLazyTexts } from '../useLazyTexts';
import { useSharingErrors } from '../useSharingErrors';
import { canAskAgain, objectionTo, useInvitation } from './useInvitation';

const Stack = styled('div')({ display: 'grid', gap: 16 });
const Form = styled('form')({ display: 'grid', gap: 16 });
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

/** A pasted link is taken at once. A typed one is taken by the button, because its code may not be complete before. */
function PasteLink({ onCode }: Pick<JoinSheetProps, 'onCode'>) {
  const { t } = useLazyTexts();
  const field = useInitialFocus<HTMLInputElement>();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = inviteCodeIn(text);
    setWrong(code === null);
    if (code === null) field.current?.focus();
    else onCode(code);
  };
  return (
    <Form noValidate onSubmit={submit}>
      <LabelledField
        ref={field}
        value={text}
        label={t('sharing.link')}
        placeholder={t('sharing.linkPlaceholder')}
        isInvalid={isWrong}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
        onPaste={(event) => {
          const code = inviteCodeIn(event.clipboardData.getData('text'));
          if (code !== null) onCode(code);
        }}
        inputMode="url"
        autoComplete="off"
        dir="ltr"
      />
      <div>
        <FormAlert>{isWrong && t('sharing.noLink')}</FormAlert>
        <Button type="submit" variant="contained" fullWidth>
          {t('sharing.next')}
        </Button>
      </div>
    </Form>
  );
}

/** The list that an invitation is for, and who sent it. */
function InvitedList({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useLazyTexts();
  const { name, icon, from } = invitation;
  return (
    <Row>
      <ListTile name={icon} />
      <Words>
        <Typography variant="subtitle1" dir="auto">
          {name.trim() || t('list.fallbackName')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('sharing.from', { name: from ?? t('sharing.nameless') })}
        </Typography>
      </Words>
    </Row>
  );
}

/** Longer than a round of the leading tab usually takes. */
const JOINED_WITHIN_MS = 10_000;
/** The items of a list come just after it. A list that has none by then is empty. */
const ITEMS_WITHIN_MS = 1000;

/**
 * Opens a joined list once it is here with its items: another tab may lead, and pulls it then. If it does not come in
 * time, the sheet closes over Lists, where the list will appear.
 */
const useJoinedList = ({ open, onJoined, onClose }: Pick<JoinSheetProps, 'open' | 'onJoined' | 'onClose'>) => {
  const [joined, setJoined] = useState<ListId | null>(null);
  const isHere = useAppSelector((state) => joined !== null && selectList(state, joined) !== undefined);
  const hasItems = useAppSelector((state) => joined !== null && selectItemIds(state, joined).length > 0);
  const act = useRef({ onJoined, onClose });
  useEffect(() => {
    act.current = { onJoined, onClose };
  });
  useEffect(() => {
    if (joined === null) return;
    if (!open) return setJoined(null);
    const end = (): void => {
      setJoined(null);
      if (isHere) act.current.onJoined(joined);
      else act.current.onClose();
    };
    if (isHere && hasItems) return end();
    const timer = setTimeout(end, isHere ? ITEMS_WITHIN_MS : JOINED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [joined, isHere, hasItems, open]);
  return { isAwaited: joined !== null, await: setJoined };
};

/** Shows which list an invitation is for. The person joins only by the button. */
export function JoinSheet({ open, code, onCode, onJoined, onClose }: JoinSheetProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const showError = useSharingErrors();
  const hasName = useAppSelector(selectUser)?.name !== undefined;
  const { invitation, askAgain, end } = useInvitation(open ? code : null);
  const [isAsking, setAsking] = useState(false);
  const joined = useJoinedList({ open, onJoined, onClose });
  const isBusy = isAsking || joined.isAwaited;
  /** The person has just given a link or a name, or tried to join. The button that follows gets the focus. */
  const [isNext, setNext] = useState(false);
  if (!open && isNext) setNext(false);
  const hideError = useRef<() => void>(() => undefined);
  const join = async (accepted: string): Promise<void> => {
    if (isBusy) return;
    setAsking(true);
    hideError.current();
    const answer = await dispatch(acceptInvite(accepted));
    setAsking(false);
    if (answer.kind === 'ok') joined.await(answer.value);
    else if (answer.kind === 'gone') {
      // The pressed button disappears, and the focus with it.
      setNext(true);
      end();
    } else hideError.current = showError(answer.kind);
  };
  return (
    <PlainDialog open={open} title={t('sharing.joinTitle')} closeLabel={t('dialog.close')} onClose={onClose}>
      <Stack>
        {code === null && (
          <PasteLink
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
          <Button variant="contained" onClick={askAgain}>
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
                aria-busy={isBusy}
                onClick={() => void join(code)}
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
