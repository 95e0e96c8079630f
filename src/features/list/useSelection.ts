import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemId } from '../../contract/ids';
import { useAnnounce } from '../../ui/LiveRegions';
import { itemOf, rowOf, shownIds, textFieldOf } from './itemElements';
import { focusAddButton, focusCheckbox, focusChoice } from './rowFocus';
import { type Selection, withoutGone, withRange, withToggled } from './selection';
import { selectionKey } from './selectionKey';

/** Shift, Ctrl or Cmd on a row asks for a selection; in the field one types in, they are the field's own. */
const asksToSelect = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent<HTMLElement>): boolean =>
  (shiftKey || ctrlKey || metaKey) &&
  rowOf(target) !== null &&
  !(textFieldOf(target) && target === document.activeElement);

interface Stored {
  readonly selection: Selection | null;
  /** The row that the focus goes to. */
  readonly focused: ItemId | null;
}
const NOTHING: Stored = { selection: null, focused: null };

export interface Selecting {
  readonly selection: Selection | null;
  toggle(id: ItemId): void;
  end(): void;
}

/**
 * The rows a person has chosen, to do one thing with all of them. While there are any, rows are drawn as choices (`ChoiceRow`).
 * @param list the element around the rows
 * @param ids a row that goes elsewhere leaves the selection
 */
export const useSelection = (list: HTMLElement | null, ids: readonly ItemId[]) => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [stored, setStored] = useState(NOTHING);
  const there = useMemo(() => new Set(ids), [ids]);
  const selection = stored.selection && withoutGone(stored.selection, (id) => there.has(id));
  if (selection !== stored.selection) setStored({ selection, focused: null });

  // The focus follows once the row is drawn as what it is now, and the menu that asked for it has given the focus back.
  useEffect(() => {
    if (stored.focused === null) return;
    if (stored.selection) focusChoice(stored.focused);
    else focusCheckbox(stored.focused, focusAddButton);
  }, [stored]);

  const choose = useCallback(
    (next: Selection | null, focused: ItemId): void => {
      // A field is left before it is drawn as a choice, so that its text is kept in the usual way.
      textFieldOf(document.activeElement)?.blur();
      setStored({ selection: next, focused });
      announce(next ? t('selection.count', { count: next.ids.size }) : t('selection.ended'));
    },
    [announce, t],
  );
  const toggle = useCallback((id: ItemId) => choose(withToggled(selection, id), id), [choose, selection]);
  const end = useCallback(() => selection && choose(null, selection.from), [choose, selection]);

  const reachTo = (id: ItemId): void => {
    const typedIn = itemOf(document.activeElement);
    const start = selection ?? (typedIn && { ids: new Set<ItemId>(), from: typedIn });
    choose(withRange(start, id, shownIds(list)), id);
  };
  const handlers = {
    onMouseDownCapture: (event: MouseEvent<HTMLElement>): void => {
      // Neither the caret nor the browser's own marking of text follows such a click.
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
      const act = event.defaultPrevented || !isHere ? null : selectionKey(event, shownIds(list));
      if (!act) return;
      event.preventDefault();
      if (act.kind === 'end') end();
      if (act.kind === 'all') choose({ ...selection, ids: new Set(act.ids) }, selection.from);
      if (act.kind === 'go') focusChoice(act.id);
      if (act.kind === 'reach') choose(withRange({ ...selection, from: act.from }, act.id, shownIds(list)), act.id);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [selection, list, choose, end]);

  return { selection, toggle, end, handlers };
};
