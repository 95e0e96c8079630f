import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { hrefOf } from '../../contract/basePath';
import type { ListId } from '../../contract/ids';
import { inviteLink } from '../../contract/inviteLink';
import type { OpenInvite } from '../../contract/sharing';
import { copyText } from '../../device/sendText';
import { createInvite } from '../../store/acts/sharingThunks';
import { useAppDispatch } from '../../store/state/hooks';
import { LabelledField } from '../../ui/LabelledField';
import { useSnackBar } from '../../ui/SnackBars';
import { useBusy } from '../../ui/useBusy';
import { lazyPart } from '../lazyPart';
import { paths } from '../paths';
import { takeFocus } from '../takeFocus';
import { useLazyTexts } from '../useLazyTexts';
import { useSharingErrors } from '../useSharingErrors';

/** Loaded later: the code is large, and only a person who invites needs it. */
const QrPicture = lazyPart(async () => (await import('./QrPicture')).QrPicture);

const SHOWN_MS = 6000;

const Stack = styled('div')({ display: 'grid', gap: 12 });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, '& > *': { flex: '1 1 8rem' } });
const Picture = styled('div')({
  minHeight: 200,
  lineHeight: 0,
  justifySelf: 'center',
  borderRadius: 12,
  overflow: 'hidden',
});

interface Made {
  readonly id: string;
  readonly link: string;
  /** Whether the server has named it among the open invitations. Until then it may be missing there. */
  readonly isListed: boolean;
}

interface NewInviteProps {
  readonly listId: ListId;
  /** There is a network. Without one, only a link that is there already is shown. */
  readonly canInvite: boolean;
  /** The person has just saved their name in the form that stood here. Then this button gets the focus. */
  readonly isNext: boolean;
  /** The open invitations, as far as they are known. */
  readonly invites: readonly OpenInvite[];
  readonly onMade: () => void;
}

/** Creates an invitation and shows its link. The link is shown only this once, and until the invitation is over. */
export function NewInvite({ listId, canInvite, isNext, invites, onMade }: NewInviteProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  const showError = useSharingErrors();
  const [made, setMade] = useState<Made | null>(null);

  const [isBusy, make] = useBusy(async () => {
    const answer = await dispatch(createInvite(listId));
    if (answer.kind !== 'ok') {
      showError(answer.kind);
      return;
    }
    const { id, code } = answer.value;
    setMade({ id, link: inviteLink(window.location.origin + hrefOf(paths.lists), code), isListed: false });
    onMade();
  });
  const copy = async (text: string): Promise<void> => {
    const key = (await copyText(text)) === 'copied' ? 'sharing.copied' : 'sharing.copyFailed';
    show({ text: t(key), durationMs: SHOWN_MS, isOverDialog: true });
  };
  const isListed = made !== null && invites.some(({ id }) => id === made.id);
  if (made && isListed !== made.isListed) setMade(isListed ? { ...made, isListed } : null);
  if (made === null)
    return (
      canInvite && (
        <Button ref={isNext ? takeFocus : null} variant="contained" aria-busy={isBusy} onClick={make}>
          {t('sharing.invite')}
        </Button>
      )
    );
  const { link } = made;
  return (
    <Stack>
      <LabelledField
        label={t('sharing.link')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
      />
      <Buttons>
        <Button ref={takeFocus} variant="contained" onClick={() => void copy(link)}>
          {t('sharing.copy')}
        </Button>
        {'share' in navigator && (
          // A person who closes the system's share sheet causes a rejection, which is no error.
          <Button variant="outlined" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
            {t('sharing.send')}
          </Button>
        )}
      </Buttons>
      <Picture>
        <Suspense>
          <QrPicture text={link} label={t('sharing.qr')} />
        </Suspense>
      </Picture>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('sharing.linkHint')}
      </Typography>
    </Stack>
  );
}
