import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ITEM_TEXTS, type ItemText, isBlank } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import { checkItem } from '../../store/acts/checkItem';
import { itemEdited } from '../../store/acts/intents';
import { addItem, deleteItem, undoRemoval } from '../../store/acts/rowThunks';
import { rememberBought } from '../../store/acts/usualItems';
import { useAppDispatch } from '../../store/state/hooks';
import { useAnnounce } from '../../ui/LiveRegions';
import { focusField, partId, rowOf, textFieldAt, textFieldOf } from './itemElements';
import { itemName } from './itemName';
import { focusAfterLeaving, focusAfterRemoval } from './rowFocus';
import { useUndoBar } from './useUndoBar';

/** The actions on the items of a list. Each one draws its result and sets the focus before it returns. */
export interface ItemActs {
  /** Adds an item at the end and focuses it. iOS opens the keyboard only inside the handler of a key or tap. */
  add(): void;
  edit(id: ItemId, field: ItemText, text: string): void;
  /** Writes several fields at once, also into the field with the caret. */
  write(id: ItemId, texts: Partial<Readonly<Record<ItemText, string>>>): void;
  check(id: ItemId, done: boolean): void;
  /** @param nextFocus sets the focus afterwards; by default the next suitable row gets it */
  remove(id: ItemId, nextFocus?: () => void): void;
}

const rowWith = (id: ItemId): HTMLElement | null => rowOf(document.getElementById(partId(id, 'done')));

interface ActEvents {
  /** Ends the editing of a row. */
  readonly stopEditing: (id: ItemId) => void;
  /** An item was ticked or unticked. */
  readonly onCheck: () => void;
}

export const useItemActs = (listId: ListId, { stopEditing: release, onCheck }: ActEvents): ItemActs => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const announce = useAnnounce();
  const offerUndo = useUndoBar(listId);
  return useMemo<ItemActs>(
    () => ({
      add: () => {
        const id = flushSync(() => dispatch(addItem(listId)));
        focusField(id, 'description');
        announce(t('live.added'));
      },
      edit: (id, field, text) => {
        dispatch(itemEdited({ listId, itemId: id, fields: { [field]: text } }));
      },
      write: (id, texts) => {
        flushSync(() => dispatch(itemEdited({ listId, itemId: id, fields: texts })));
        for (const field of ITEM_TEXTS) {
          const element = textFieldAt(id, field);
          const text = texts[field];
          if (element && text !== undefined) element.value = text;
        }
      },
      check: (id, done) => {
        // An unticked row goes to the other section at once.
        const focus = done ? null : focusAfterLeaving(new Set([id]));
        const { item, toBuy } = flushSync(() => {
          const checked = dispatch(checkItem(listId, id, done));
          if (checked.item) release(id);
          if (done) dispatch(rememberBought(listId, [id]));
          return checked;
        });
        if (document.activeElement === document.body) focus?.();
        onCheck();
        if (!item) {
          // Another device deleted the item. Its row exists only because the person edits it; leaving it offers the
          // item back.
          textFieldOf(document.activeElement)?.blur();
          return;
        }
        const name = itemName(t, item);
        const left = toBuy > 0 ? t('live.left', { count: toBuy }) : t('list.allDone');
        announce(`${t(done ? 'live.done' : 'live.undone', { name })} ${left}`);
      },
      remove: (id, nextFocus) => {
        const row = rowWith(id);
        const hasFocus = row?.contains(document.activeElement) ?? false;
        const focus = nextFocus ?? (row && hasFocus ? focusAfterRemoval(row) : null);
        const removed = flushSync(() => {
          release(id);
          return dispatch(deleteItem(listId, id));
        });
        focus?.();
        const [item] = removed.items;
        if (!item || isBlank(item.fields)) return;
        const name = itemName(t, item.fields);
        offerUndo(t('undo.itemDeleted', { name }), () => dispatch(undoRemoval(removed)), {
          name,
          series: 'itemDeleted',
          textOf: (count) => t('undo.itemsDeleted', { count }),
        });
      },
    }),
    [listId, release, onCheck, t, dispatch, announce, offerUndo],
  );
};
