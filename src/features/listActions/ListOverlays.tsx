import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { selectCanShare, selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { ConfirmSheet } from '../../ui/ConfirmSheet';
import { lazyPart } from '../lazyPart';
import { paths } from '../paths';
import { useLazyTexts } from '../useLazyTexts';
import { type LastKnown, useTellGoneList } from '../useTellGoneList';
import { ListActionMenu } from './ListActionMenu';
import { ListDialog } from './ListDialog';
import type { Overlay } from './overlay';
import { useDeleteQuestion } from './useDeleteQuestion';
import { useListActs } from './useListActs';

/** Loaded later, because only some providers offer sharing. */
const MembersSheet = lazyPart(async () => (await import('./MembersSheet')).MembersSheet);

interface ListOverlaysProps {
  /** Null: nothing is open. */
  readonly overlay: Overlay | null;
  readonly onOverlay: (overlay: Overlay | null) => void;
  readonly onAdded: (listId: ListId) => void;
  /** Called before a list is deleted or left, so that its own screen can close. */
  readonly onDeleting: (listId: ListId) => void;
}

/** The menu, questions and dialogs about a list. Each stays drawn while it closes. */
export function ListOverlays({ overlay, onOverlay, onAdded, onDeleting }: ListOverlaysProps) {
  const { t } = useLazyTexts();
  const acts = useListActs();
  const [last, setLast] = useState({ overlay, count: 0 });
  if (overlay && overlay !== last.overlay) setLast({ overlay, count: last.count + 1 });
  const shown = overlay ?? last.overlay;
  const listId = shown && shown.kind !== 'add' ? shown.listId : null;
  const found = useAppSelector((state) => (listId ? selectList(state, listId) : undefined));
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  const list = found ?? (kept?.id === listId ? kept : undefined);

  const canShare = useAppSelector(selectCanShare);
  const role = useAppSelector((state) => (listId ? selectSharing(state, listId)?.role : undefined)) ?? null;
  const deleteQuestion = useDeleteQuestion(overlay?.kind === 'delete' ? overlay.listId : null);

  // Another device removed the list, so its overlay closes. If the list is open, its page says why; to a member, `SharingNews` does.
  const isOver = overlay !== null && overlay.kind !== 'add' && !found;
  const known = useRef<LastKnown>({ name: undefined, role: null });
  useEffect(() => {
    if (found) known.current = { name: found.name, role };
  }, [found, role]);
  const { pathname } = useLocation();
  const isPageOpen = listId !== null && pathname === paths.list(listId);
  const isOpen = useAppSelector(selectSessionPhase) === 'open';
  const tell = useTellGoneList();
  useEffect(() => {
    if (!isOver || !listId) return;
    onOverlay(null);
    // The data of somebody else are about to be shown. No list was deleted.
    if (!isOpen) return;
    if (!isPageOpen && known.current.role !== 'member') tell(listId, known.current);
    // The button that opened the overlay is gone too. A closing overlay still holds the focus.
    setTimeout(() => {
      if (document.activeElement?.matches('body, [role=presentation] *'))
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
  }, [isOver, isOpen, listId, isPageOpen, onOverlay, tell]);

  const kind = overlay?.kind;
  const close = (): void => onOverlay(null);
  const question = { cancelLabel: t('confirm.no'), onCancel: close };
  return (
    <>
      {list && (
        <>
          <ListActionMenu
            open={kind === 'menu'}
            list={list}
            role={role}
            canShare={canShare}
            anchor={shown?.kind === 'menu' ? shown.anchor : null}
            onPick={(next) => onOverlay({ kind: next, listId: list.id })}
            onClose={close}
          />
          <ConfirmSheet
            {...question}
            open={kind === 'delete'}
            question={deleteQuestion}
            confirmLabel={t('confirm.deleteYes')}
            onConfirm={() => {
              close();
              onDeleting(list.id);
              acts.remove(list, role !== null);
            }}
          />
          <ConfirmSheet
            {...question}
            open={kind === 'leave'}
            question={t(role === 'owner' ? 'sharing.leaveOwnQuestion' : 'sharing.leaveQuestion')}
            confirmLabel={t('sharing.leave')}
            onConfirm={() => {
              close();
              onDeleting(list.id);
              acts.leave(list);
            }}
          />
          {canShare && shown?.kind === 'share' && (
            <Suspense>
              <MembersSheet
                key={list.id}
                open={kind === 'share'}
                list={list}
                onClose={close}
                onLeave={() => onOverlay({ kind: 'leave', listId: list.id })}
              />
            </Suspense>
          )}
          <ConfirmSheet
            {...question}
            open={kind === 'clear'}
            question={t('confirm.clear')}
            confirmLabel={t('confirm.clearYes')}
            onConfirm={() => {
              close();
              acts.clear(list);
            }}
          />
        </>
      )}
      {(shown?.kind === 'add' || (shown?.kind === 'edit' && list)) && (
        <ListDialog
          key={last.count}
          open={kind === 'add' || kind === 'edit'}
          list={shown.kind === 'edit' && list ? list : null}
          onClose={close}
          onSave={(draft, before) => {
            close();
            if (shown.kind === 'edit' && list) acts.edit(list.id, before, draft);
            else onAdded(acts.add(draft));
          }}
        />
      )}
    </>
  );
}
