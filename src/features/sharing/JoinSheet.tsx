import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useRef, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { inviteCodeIn } from '../../contract/inviteLink';
import { acceptInvite } from '../../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { LabelledField } from '../../ui/LabelledField';
import { ListTile } from '../../ui/ListTile';
import { PlainDialog } from '../../ui/PlainDialog';
import { useInitialFocus } from '../../ui/useInitialFocus';
import { NameForm } from '../NameForm';
import { useLazyTexts } from '../useLazyTexts';
import { useSharingErrors } from '../useSharingErrors';
import { useInvitation } from './useInvitation';

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
      {isWrong && <Typography role="alert">{t('sharing.noLink')}</Typography>}
      <Button type="submit" variant="contained">
        {t('sharing.next')}
      </Button>
    </Form>
  );
}

/** Shows which list an invitation is for. The person joins only by the button. */
export function JoinSheet({ open, code, onCode, onJoined, onClose }: JoinSheetProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const showError = useSharingErrors();
  const hasName = useAppSelector(selectUser)?.name !== undefined;
  const invitation = useInvitation(open ? code : null);
  const [isBusy, setBusy] = useState(false);
  const hideError = useRef<() => void>(() => undefined);
  const join = async (accepted: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    hideError.current();
    const answer = await dispatch(acceptInvite(accepted));
    setBusy(false);
    if (answer.kind === 'ok') onJoined(answer.value);
    else hideError.current = showError(answer.kind);
  };
  return (
    <PlainDialog open={open} title={t('sharing.joinTitle')} closeLabel={t('dialog.close')} onClose={onClose}>
      <Stack>
        {code === null && <PasteLink onCode={onCode} />}
        {code !== null && invitation.kind === 'loading' && (
          <Typography role="status">{t('sharing.loading')}</Typography>
        )}
        {code !== null && invitation.kind !== 'loading' && invitation.kind !== 'ok' && (
          <Typography role="status">
            {t(invitation.kind === 'gone' ? 'sharing.inviteOver' : 'sharing.unreachable')}
          </Typography>
        )}
        {code !== null && invitation.kind === 'ok' && (
          <>
            <Row>
              <ListTile name={invitation.value.icon} />
              <Words>
                <Typography variant="subtitle1" dir="auto">
                  {invitation.value.name.trim() || t('list.fallbackName')}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('sharing.from', { name: invitation.value.from ?? t('sharing.nameless') })}
                </Typography>
              </Words>
            </Row>
            {hasName ? (
              <Button variant="contained" aria-busy={isBusy} onClick={() => void join(code)}>
                {t('sharing.join')}
              </Button>
            ) : (
              <NameForm onTold={() => undefined} />
            )}
          </>
        )}
        <Button variant="outlined" onClick={onClose}>
          {t(invitation.kind === 'gone' ? 'dialog.close' : 'sharing.notNow')}
        </Button>
      </Stack>
    </PlainDialog>
  );
}
