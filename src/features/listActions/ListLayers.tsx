import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/hooks';
import { selectList } from '../../store/viewSelectors';
import { ConfirmSheet } from '../../ui/ConfirmSheet';
import { ListActionMenu } from './ListActionMenu';
import { ListDialog } from './ListDialog';
import type { Layer } from './layer';
import { useListActs } from './useListActs';

interface ListLayersProps {
  /** Null: nothing is open. */
  readonly layer: Layer | null;
  readonly onLayer: (layer: Layer | null) => void;
  readonly onAdded: (listId: ListId) => void;
  /** Before a list goes: its own screen must not stay. */
  readonly onDeleting: (listId: ListId) => void;
}

/** Everything that opens over a page about a list; it stays drawn while it leaves. */
export function ListLayers({ layer, onLayer, onAdded, onDeleting }: ListLayersProps) {
  const { t } = useTranslation();
  const acts = useListActs();
  const [last, setLast] = useState({ layer, count: 0 });
  if (layer && layer !== last.layer) setLast({ layer, count: last.count + 1 });
  const shown = layer ?? last.layer;
  const listId = shown && shown.kind !== 'add' ? shown.listId : null;
  const found = useAppSelector((state) => (listId ? selectList(state, listId) : undefined));
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  const list = found ?? (kept?.id === listId ? kept : undefined);

  // Removed elsewhere: there is nothing left to ask about.
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
            anchor={shown?.kind === 'menu' ? shown.anchor : null}
            onPick={(next) => onLayer({ kind: next, listId: list.id })}
            onClose={close}
          />
          <ConfirmSheet
            {...question}
            open={kind === 'delete'}
            question={t('confirm.delete')}
            confirmLabel={t('confirm.deleteYes')}
            onConfirm={() => {
              close();
              onDeleting(list.id);
              acts.remove(list);
            }}
          />
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
