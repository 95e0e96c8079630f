import { Suspense, useEffect, useRef, useState } from 'react';
import type { User } from '../../contract/user';
import { saveFile } from '../../device/saveFile';
import { exportAccount, signOutElsewhere } from '../../store/session/accountThunks';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { selectUnsentCount } from '../../store/view/viewSelectors';
import { useSnackBar } from '../../ui/SnackBars';
import { useBackCloses } from '../../ui/useBackCloses';
import { useBusy } from '../../ui/useBusy';
import { lazyPart } from '../lazyPart';
import { passwordMessage } from '../passwordMessage';
import { useLazyTexts } from '../useLazyTexts';
import { useOwnMessages } from '../useOwnMessages';
import { RemovedLists } from './RemovedLists';
import { Setting } from './Setting';
import { SettingAction, SettingActions } from './SettingAction';
import { SignOut } from './SignOut';
import { useLeaveToGuest } from './useLeaveToGuest';

const NameDialog = lazyPart(async () => (await import('./NameDialog')).NameDialog);
const RemoveAccountDialog = lazyPart(async () => (await import('./RemoveAccountDialog')).RemoveAccountDialog);
const ChangePasswordDialog = lazyPart(async () => (await import('./ChangePasswordDialog')).ChangePasswordDialog);

const SHOWN_MS = 4000;

type Dialog = 'name' | 'password' | 'remove';

/** The file name has the date in the person's time zone. */
const exportName = (day: Date): string => `listy-${day.toLocaleDateString('sv-SE')}.json`;

/** The actions on the account, where the provider has account functions. */
export function AccountActs({ user }: { readonly user: User }) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const leaveToGuest = useLeaveToGuest();
  const { show } = useOwnMessages();
  const { show: showToAll } = useSnackBar();
  const isOnline = useAppSelector(selectIsOnline);
  const unsent = useAppSelector(selectUnsentCount);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  /** Counts the openings; used as a key, so that each dialog starts empty. */
  const [opening, setOpening] = useState(0);
  const close = (): void => setDialog(null);
  useBackCloses(dialog !== null, close);

  const say = (text: string): void => void show({ text, durationMs: SHOWN_MS });
  const sayFailure = (answer: Parameters<typeof passwordMessage>[0]): void => {
    const { key, count } = passwordMessage(answer, isOnline);
    say(t(key, { count }));
  };
  const open = (which: Dialog): void => {
    setOpening(opening + 1);
    setDialog(which);
  };
  const openOnline = (which: Dialog): void => (isOnline ? open(which) : say(t('account.offline')));
  /** Another dialog may be open by the time of the answer, and stays. */
  const latestOpening = useRef(opening);
  useEffect(() => {
    latestOpening.current = opening;
  }, [opening]);
  const closeWith = (text: string): void => {
    if (latestOpening.current === opening) close();
    say(text);
  };
  const [isEnding, endOthers] = useBusy(async () => {
    if (!isOnline) return say(t('account.offline'));
    const answer = await dispatch(signOutElsewhere());
    if (answer.kind === 'ok') say(t('account.signedOutOthers'));
    else sayFailure(answer);
  });
  const [isDownloading, download] = useBusy(async () => {
    if (!isOnline) return say(t('account.offline'));
    const answer = await dispatch(exportAccount());
    // The person may have signed out meanwhile. The next one must not get the file.
    if (selectUser(store.getState())?.id !== user.id) return;
    if (answer.kind !== 'ok') return sayFailure(answer);
    saveFile(exportName(new Date()), answer.text);
    say(t(unsent > 0 ? 'account.exportedUnsent' : 'account.exported', { count: unsent }));
  });
  const leave = async (): Promise<void> => {
    await leaveToGuest();
    showToAll({ text: t('account.removed'), durationMs: SHOWN_MS });
  };
  return (
    <>
      <Setting name={t('account.name')}>{user.name ?? t('account.noName')}</Setting>
      <SettingActions>
        <SettingAction onClick={() => openOnline('name')}>{t('account.changeName')}</SettingAction>
        <SettingAction onClick={() => openOnline('password')}>{t('account.changePassword')}</SettingAction>
        <RemovedLists />
        <SettingAction aria-busy={isDownloading} onClick={download}>
          {t('account.export')}
        </SettingAction>
        <SettingAction aria-busy={isEnding} onClick={endOthers}>
          {t('account.signOutOthers')}
        </SettingAction>
        <SignOut />
        <SettingAction tone="danger" onClick={() => openOnline('remove')}>
          {t('account.remove')}
        </SettingAction>
      </SettingActions>
      <Suspense>
        {opening > 0 && (
          <>
            <NameDialog
              key={`name${opening}`}
              open={dialog === 'name'}
              onClose={close}
              onTold={() => closeWith(t('account.nameSaved'))}
            />
            <ChangePasswordDialog
              key={`password${opening}`}
              open={dialog === 'password'}
              onClose={close}
              onChanged={() => closeWith(t('account.passwordChanged'))}
            />
            <RemoveAccountDialog
              key={`remove${opening}`}
              open={dialog === 'remove'}
              onClose={close}
              onRemoved={() => void leave()}
            />
          </>
        )}
      </Suspense>
    </>
  );
}
