import { lazy, Suspense, useEffect, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectCanShare, selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { ConfirmSheet } from '../../ui/ConfirmSheet';
import { useLayerTexts } from '../useLayerTexts';
import { ListActionMenu } from './ListActionMenu';
import { ListDialog } from './ListDialog';
import type { Layer } from './layer';
import { useDeleteQuestion } from './useDeleteQuestion';
import { useListActs } from './useListActs';

/** Loaded later, because only some providers offer sharing. */
const MembersSheet = lazy(async () => ({ default: (await import('./MembersSheet')).MembersSheet }));

interface ListLayersProps {
  /** Null: nothing is open. */
  readonly layer: Layer | null;
  readonly onLayer: (layer: Layer | null) => void;
  readonly onAdded: (listId: ListId) => void;
  /** Called before a list is deleted or left, so that its own screen can close. */
  readonly onDeleting: (listId: ListId) => void;
}

/** The menu, questions and dialogs about a list. Each stays drawn while it closes. */
export function ListLayers({ layer, onLayer, onAdded, onDeleting }: ListLayersProps) {
  const { t } = useLayerTexts();
  const acts = useListActs();
  const [last, setLast] = useState({ layer, count: 0 });
  if (layer && layer !== last.layer) setLast({ layer, count: last.count + 1 });
  const shown = layer ?? last.layer;
  const listId = shown && shown.kind !== 'add' ? shown.listId : null;
  const found = useAppSelector((state) => (listId ? selectList(state, listId) : undefined));
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  const list = found ?? (kept?.id === listId ? kept : undefined);

  const canShare = useAppSelector(selectCanShare);
  const role = useAppSelector((state) => (listId ? selectSharing(state, listId)?.role : undefined)) ?? null;
  const deleteQuestion = useDeleteQuestion(layer?.kind === 'delete' ? layer.listId : null);

  // Another device removed the list, so its overlay closes.
  const isOver = layer !== null && layer.kind !== 'add' && !found;
  useEffect(() => {
    if (isOver) onLayer(null);
  }, [isOver, onLayer]);

  const kind = layer?.kind;
  const close = (): void => onLayer(null);
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
            onPick={(next) => onLayer({ kind: next, listId: list.id })}
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
            question={t('sharing.leaveQuestion')}
            confirmLabel={t('sharing.leave')}
            onConfirm={() => {
              close();
              onDeleting(list.id);
              acts.leave(list);
            }}
          />
          {canShare && shown?.kind === 'share' && (
            <Suspense fallback={null}>
              <MembersSheet
                key={list.id}
                open={kind === 'share'}
                list={list}
                onClose={close}
                onLeave={() => onLayer({ kind: 'leave', listId: list.id })}
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
