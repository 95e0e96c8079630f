import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemId } from '../../contract/ids';
import { useAnnounce } from '../../ui/LiveRegions';
import { itemOf, rowOf, shownIds, textFieldOf } from './itemElements';
import { focusAddButton, focusCheckbox, focusChoice } from './rowFocus';
import { chosenOf, type Selection, withoutGone, withRange, withToggled } from './selection';
import { selectionKey } from './selectionKey';

/** A click with Shift, Ctrl or Cmd selects rows. In the edited field these clicks belong to the text. */
const asksToSelect = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent<HTMLElement>): boolean =>
  (shiftKey || ctrlKey || metaKey) &&
  rowOf(target) !== null &&
  !(textFieldOf(target) && target === document.activeElement);

interface Stored {
  readonly selection: Selection | null;
  /** The row that gets the focus. */
  readonly focused: ItemId | null;
}
const NOTHING: Stored = { selection: null, focused: null };

export interface Selecting {
  readonly selection: Selection | null;
  toggle(id: ItemId): void;
  end(): void;
  /** The selected rows in the order on screen, with those in a collapsed section. */
  chosen(): readonly ItemId[];
}

/**
 * The rows that the person selected, to do one action with all. Meanwhile rows have `ChoiceParts`.
 * @param list the element around the rows
 * @param ids the list's items in the order on screen, collapsed ones too; a row that is no longer among them is deselected
 * @param remove deletes the selected rows, for the Delete key
 */
export const useSelection = (
  list: HTMLElement | null,
  ids: readonly ItemId[],
  remove: (ids: readonly ItemId[]) => void,
) => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [stored, setStored] = useState(NOTHING);
  const there = useMemo(() => new Set(ids), [ids]);
  const selection = stored.selection && withoutGone(stored.selection, (id) => there.has(id));
  if (selection !== stored.selection) setStored({ selection, focused: null });

  // In an effect: the row is drawn in its new form by then, and the menu has returned the focus.
  useEffect(() => {
    const { selection, focused } = stored;
    if (selection && focused) focusChoice(focused);
    else if (focused) focusCheckbox(focused, focusAddButton);
    // The last selected row is gone, and so is the bar, which may have had the focus.
    else if (stored !== NOTHING && !selection && document.activeElement === document.body) focusAddButton();
  }, [stored]);

  const choose = useCallback(
    (next: Selection | null, focused: ItemId): void => {
      // Blurs the field before the row is drawn as a choice, so that its text is stored as usual.
      textFieldOf(document.activeElement)?.blur();
      setStored({ selection: next, focused });
      announce(next ? t('selection.count', { count: next.ids.size }) : t('selection.ended'));
    },
    [announce, t],
  );
  const toggle = useCallback((id: ItemId) => choose(withToggled(selection, id), id), [choose, selection]);
  const chosen = useCallback(() => (selection ? chosenOf(selection, ids) : []), [selection, ids]);
  const end = useCallback(() => selection && choose(null, selection.from), [choose, selection]);

  const reachTo = (id: ItemId): void => {
    const typedIn = itemOf(document.activeElement);
    const start = selection ?? (typedIn && { ids: new Set<ItemId>(), from: typedIn });
    choose(withRange(start, id, shownIds(list)), id);
  };
  const handlers = {
    onMouseDownCapture: (event: MouseEvent<HTMLElement>): void => {
      // Such a click must neither move the caret nor select text.
      if (asksToSelect(event)) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent<HTMLElement>): void => {
      const id = itemOf(event.target);
      if (!id || !asksToSelect(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) reachTo(id);
      else toggle(id);
    },
  };

  useEffect(() => {
    if (!selection || !list) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isHere = event.target instanceof Node && (list.contains(event.target) || event.target === document.body);
      const act = event.defaultPrevented ? null : selectionKey(event, shownIds(list));
      // The other keys may be meant for the part of the page that has the focus.
      if (!act || !(isHere || act.kind === 'end')) return;
      event.preventDefault();
      if (act.kind === 'end') end();
      if (act.kind === 'delete') remove(chosen());
      if (act.kind === 'all') choose({ ...selection, ids: new Set(act.ids) }, selection.from);
      if (act.kind === 'go') focusChoice(act.id);
      if (act.kind === 'reach') choose(withRange({ ...selection, from: act.from }, act.id, shownIds(list)), act.id);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [selection, list, choose, end, chosen, remove]);

  return { selection, toggle, end, chosen, handlers };
};
