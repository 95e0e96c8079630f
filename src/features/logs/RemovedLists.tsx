import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { RemovedList } from '../../contract/removedLists';
import { loadRemovedLists, restoreRemovedList } from '../../store/acts/restoreListThunks';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { ListIcon } from '../../ui/ListIcon';
import { overlaysAt, useBackCloses } from '../../ui/useBackCloses';
import { useBusy } from '../../ui/useBusy';
import { lazyPart } from '../lazyPart';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';
import { useOwnMessages } from '../useOwnMessages';
import { SettingAction } from './SettingAction';

const ActionSheet = lazyPart(async () => (await import('../../ui/ActionSheet')).ActionSheet);

const SHOWN_MS = 4000;

/** Restores a removed list, where the provider keeps them for a while. */
export function RemovedLists() {
  const { t, i18n } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show } = useOwnMessages();
  const isOffered = useAppSelector(selectCapabilities).restore;
  const isOnline = useAppSelector(selectIsOnline);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [lists, setLists] = useState<readonly RemovedList[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, start] = useBusy((act: () => Promise<void>) => act());
  const close = (): void => setOpen(false);
  useBackCloses(isOpen, close);
  const overlays = useRef(0);
  const location = useLocation();
  useLayoutEffect(() => {
    overlays.current = overlaysAt(location);
  }, [location]);
  if (!isOffered) return null;

  const say = (text: string, name = ''): void => void show({ text, name, durationMs: SHOWN_MS });
  const ask = async (): Promise<void> => {
    if (!isOnline) return say(t('removedLists.offline'));
    const found = await dispatch(loadRemovedLists());
    if (!found) return say(t('removedLists.failed'));
    if (found.length === 0) return say(t('removedLists.none'));
    // Another dialog was opened meanwhile. The sheet would take the focus from it, and on a phone lie unseen below it.
    if (overlays.current > 0) return;
    setLists(found);
    setOpen(true);
  };
  const restore = async ({ documentId, uuid }: RemovedList, name: string): Promise<void> => {
    if (!isOnline) return say(t('removedLists.offline'));
    const outcome = await dispatch(restoreRemovedList(documentId, uuid));
    if (outcome === 'back') return say(t('removedLists.done', { name }), name);
    if (outcome === 'refused') return say(t('remote.listRefused', { name }), name);
    say(t(outcome === 'gone' ? 'removedLists.gone' : 'removedLists.failed'));
  };
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const entries = lists.map((list) => {
    const { documentId, icon, items, removedAt } = list;
    const name = listName(t, list.name);
    // Kept on one line: a day alone at the end of a line is not read as a date.
    const day = date.format(new Date(removedAt)).replaceAll(' ', '\u00a0');
    const label = t('removedLists.entry', { name, count: items, date: day });
    return {
      id: documentId,
      label,
      icon: <ListIcon name={icon} />,
      onSelect: () => start(() => restore(list, name)),
    };
  });
  return (
    <>
      <SettingAction ref={setButton} aria-busy={isBusy} onClick={() => start(ask)}>
        {t('removedLists.open')}
      </SettingAction>
      <Suspense>
        {lists.length > 0 && (
          <ActionSheet
            open={isOpen}
            heading={t('removedLists.which')}
            note={t('removedLists.note')}
            anchor={button}
            actions={entries}
            cancelLabel={t('menu.cancel')}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
