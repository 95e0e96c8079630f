import { Suspense, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectCanShare, selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { ConfirmSheet } from '../../ui/ConfirmSheet';
import { lazyPart } from '../lazyPart';
import { useLazyTexts } from '../useLazyTexts';
import { ListActionMenu } from './ListActionMenu';
import { ListDialog } from './ListDialog';
import type { Overlay } from './overlay';
import { useDeleteQuestion } from './useDeleteQuestion';
import { useGoneList } from './useGoneList';
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

  const kind = overlay?.kind;
  const close = (): void => onOverlay(null);
  useGoneList(overlay && listId, close);
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
