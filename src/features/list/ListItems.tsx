import { type FormEvent, type KeyboardEvent, type MouseEvent, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppSelector } from '../../store/state/hooks';
import { selectItemGroups } from '../../store/view/itemGroups';
import { selectItemIds } from '../../store/view/viewSelectors';
import { isComposing } from '../../ui/isComposing';
import { useBackCloses } from '../../ui/useBackCloses';
import { AddItemRow } from './AddItemRow';
import { AllDone } from './AllDone';
import { BoughtActions } from './BoughtActions';
import { DoneSection } from './DoneSection';
import { ItemList } from './ItemList';
import { itemOf, rowOf, textFieldOf } from './itemElements';
import { RowMenu } from './RowMenu';
import { rowTexts } from './rowTexts';
import { SelectionTools } from './SelectionTools';
import { Sheet } from './Sheet';
import { useBoughtActs } from './useBoughtActs';
import { useDelayedMoves } from './useDelayedMoves';
import { useDragRows } from './useDragRows';
import { useEditedRow } from './useEditedRow';
import { useEndKey } from './useEndKey';
import { useFieldNames } from './useFieldNames';
import { useFirstItem } from './useFirstItem';
import { useItemActs } from './useItemActs';
import { useItemInput } from './useItemInput';
import { useItemKeyboard } from './useItemKeyboard';
import { useKeptItemIgnoringTexts } from './useKeptItem';
import { useListPlace } from './useListPlace';
import { usePasteLines } from './usePasteLines';
import { useReorder } from './useReorder';
import { useRowExit } from './useRowExit';
import { useRowHints } from './useRowHints';
import { useRowMenu } from './useRowMenu';
import { useScreenWakeLock } from './useScreenWakeLock';
import { useSelection } from './useSelection';
import { useSelectionActs } from './useSelectionActs';
import { useShownItems } from './useShownItems';
import { useTransferActs } from './useTransferActs';
import { useTransferQuestion } from './useTransferQuestion';
import { WatchedRows } from './WatchedRows';
import { WhenTyping } from './WhenTyping';

const isCheckbox = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

/** The bought item whose row was clicked outside its controls. A row that is being edited does not count. */
const boughtRowAt = (target: EventTarget): ItemId | null => {
  const isControl = target instanceof Element && target.closest('input, textarea, button, .handle');
  return rowOf(target)?.dataset.done && !isControl ? itemOf(target) : null;
};

/**
 * A press on a control leaves the focus where it is. So a tick neither opens nor closes the touch keyboard, and a row that
 * is edited does not get smaller and move the control away from the finger.
 */
const keepFocusOnControlPress = (event: MouseEvent): void => {
  const isOn = (controls: string): boolean =>
    event.target instanceof Element && event.target.closest(controls) !== null;
  const isTyping = textFieldOf(document.activeElement) !== null;
  if (isOn('.tick, .remove, .handle') || (isTyping && (isOn('button') || boughtRowAt(event.target))))
    event.preventDefault();
};

interface ListItemsProps {
  readonly listId: ListId;
}

/**
 * Both sections of a list. Rows only draw; this component handles their events, once for all rows. It knows which rows
 * exist but not their texts, so typing in one row does not redraw the list.
 */
export function ListItems({ listId }: ListItemsProps) {
  const { t } = useTranslation();
  const [list, setList] = useState<HTMLElement | null>(null);
  const ids = useAppSelector((state) => selectItemIds(state, listId));
  const groups = useAppSelector((state) => selectItemGroups(state, listId));
  const grouped = useMemo(() => [...groups.open, ...groups.done], [groups]);
  const canOrder = useAppSelector(selectCapabilities).order;
  const words = useMemo(() => rowTexts(t), [t]);

  const { delayedMoves, stay } = useDelayedMoves(groups);
  const { hinted, showHints, hideHintsLater } = useRowHints();
  const onRowExit = useRowExit(listId, stay);
  const {
    edited,
    onFocus,
    onBlur,
    onInput: noteTyping,
    release,
  } = useEditedRow({
    onEnter: showHints,
    onLeave: (id, typed) => {
      hideHintsLater(id);
      onRowExit(id, typed, kept);
    },
  });
  const stopEditing = useCallback(
    (id: ItemId) => {
      hideHintsLater(id);
      release(id);
    },
    [hideHintsLater, release],
  );
  const stayAwake = useScreenWakeLock();
  const acts = useItemActs(listId, { stopEditing, onCheck: stayAwake });
  const { takeText, onPaste } = usePasteLines(listId);
  const typeText = useItemInput(list, acts.edit, takeText);
  const onInput = (event: FormEvent<HTMLElement>): void => {
    noteTyping(event);
    typeText(event);
  };
  const transfer = useTransferActs(listId, stopEditing);
  const selected = useSelectionActs(listId, { done: groups.done, transfer });
  const { selection, toggle, end, chosen, handlers: choosing } = useSelection(list, grouped, selected.remove);
  const { menu, close, goTo, handlers, openFromKeyboard } = useRowMenu(selection !== null, toggle);
  const onItemKey = useItemKeyboard(list, edited, { ...acts, openMenu: openFromKeyboard });

  const editedId = edited?.id ?? null;
  const kept = useKeptItemIgnoringTexts(listId, editedId);
  const shown = useShownItems(ids, delayedMoves, editedId);
  const reorder = useReorder(listId, shown);
  useDragRows(list, { canOrder, isSelecting: selection !== null, shown, moveTo: reorder.moveTo });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isMove = canOrder && !isComposing(event.nativeEvent) && reorder.onKeyDown(event);
    if (!isMove) onItemKey(event);
  };
  const boughtActs = useBoughtActs(listId, shown.done);
  const question = useTransferQuestion(selection !== null);
  // The menu and the selection share one history entry, because one leads to the other. Leaving an entry and adding a
  // new one at once would race.
  useBackCloses(
    selection !== null || menu?.isOpen === true,
    question.isAsked ? question.close : selection ? end : close,
  );
  useFieldNames(list, shown.open, selection !== null, t);
  useFirstItem(listId, shown);
  useListPlace(listId, list);
  useEndKey(list);

  const onClick = ({ target }: MouseEvent<HTMLElement>): void => {
    if (selection) return;
    const id = itemOf(target);
    if (id && target instanceof Element && target.closest('.remove')) acts.remove(id);
    const boughtId = boughtRowAt(target);
    // Selecting text with the mouse also ends with a click.
    if (boughtId && document.getSelection()?.isCollapsed !== false) acts.check(boughtId, false);
  };
  const onChange = ({ target }: { target: EventTarget }): void => {
    const id = itemOf(target);
    if (!id || !isCheckbox(target)) return;
    if (selection) toggle(id);
    else acts.check(id, target.checked);
  };

  const rows = { listId, words, edited, hinted, selection };
  const boughtActions = <BoughtActions {...boughtActs} />;
  const isAllDone = shown.open.length === 0 && groups.done.length > 0;
  return (
    <div
      ref={setList}
      data-items
      data-selecting={selection !== null || undefined}
      style={{ position: 'relative' }}
      {...handlers}
      {...choosing}
      {...{ onFocus, onBlur, onInput, onPaste, onKeyDown, onClick, onChange, onMouseDown: keepFocusOnControlPress }}
    >
      <WatchedRows listId={listId} root={list} moves={delayedMoves.moves} editedId={editedId}>
        <Sheet data-sheet="open">
          {shown.open.length > 0 && <ItemList ids={shown.open} label={t('list.openItems')} {...rows} />}
          {isAllDone && <AllDone>{boughtActions}</AllDone>}
          <AddItemRow onAdd={acts.add} />
        </Sheet>
        {shown.done.length > 0 && (
          <DoneSection listId={listId} count={shown.done.length} actions={boughtActions}>
            <ItemList ids={shown.done} label={t('list.doneItems')} {...rows} />
          </DoneSection>
        )}
      </WatchedRows>
      <RowMenu
        {...{ listId, menu, transfer }}
        onClose={close}
        onTransfer={goTo}
        onSelect={toggle}
        remove={acts.remove}
      />
      <SelectionTools
        {...{ listId, selection, end, chosen, question, ...selected }}
        reorder={canOrder ? reorder : null}
      />
      <WhenTyping listId={listId} root={list} edited={edited} acts={acts} />
    </div>
  );
}
