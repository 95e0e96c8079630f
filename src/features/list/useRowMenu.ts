import { type MouseEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import type { ItemId } from '../../contract/ids';
import type { TransferKind } from '../../store/acts/moveThunks';
import { vibrateForTouch } from '../../store/acts/vibrateForTouch';
import { useAppDispatch } from '../../store/state/hooks';
import type { SheetAnchor } from '../../ui/ActionSheet';
import { RIGHT_BUTTON, useLongPress } from '../../ui/useLongPress';
import { itemOf, rowOf, textFieldOf } from './itemElements';
import { focusAfterRemoval } from './rowFocus';

export interface RowMenuState {
  readonly id: ItemId;
  readonly isOpen: boolean;
  /** The open sheet: the actions, or the list to move or copy the item to. */
  readonly step: 'acts' | TransferKind;
  readonly anchor: SheetAnchor;
  /** Sets the focus after the item is deleted; null when the row did not have the focus. */
  readonly nextFocus: (() => void) | null;
}

/** In the edited field the system's own menu (paste, spelling) is more useful than ours. */
const isBeingTypedIn = (target: EventTarget | null): boolean =>
  textFieldOf(target) !== null && target === document.activeElement;

/** A long press on a handle starts a drag. */
const isHandle = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.handle') !== null;

/** A point and not the row, which another device can move while its menu is open. */
const belowRow = (row: HTMLElement): SheetAnchor => {
  const { left, bottom } = row.getBoundingClientRect();
  return { left, top: bottom };
};

/**
 * Opens a row's menu by right click or keyboard. The handlers belong on the element around the rows.
 * @param isSelecting while rows are selected there is no menu, only the selection bar
 * @param onHold called after a long press with a finger
 */
export const useRowMenu = (isSelecting: boolean, onHold: (id: ItemId) => void) => {
  const dispatch = useAppDispatch();
  const [menu, setMenu] = useState<RowMenuState | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  /** Null after the press. */
  const wasTyping = useRef<boolean | null>(null);

  const open = (row: HTMLElement, anchor: SheetAnchor): void => {
    const id = itemOf(row);
    if (!id) return;
    const hadFocus = row.contains(document.activeElement);
    setMenu({ id, isOpen: true, step: 'acts', anchor, nextFocus: hadFocus ? focusAfterRemoval(row) : null });
  };
  const close = useCallback(() => setMenu((before) => before && { ...before, isOpen: false }), []);

  const { onPointerDown, onContextMenu, ...press } = useLongPress(
    (place, by) => {
      const row = pressed.current;
      const id = itemOf(row);
      if (!row || !id) return;
      if (by === 'finger') onHold(id);
      else if (!isSelecting) open(row, place instanceof HTMLElement ? belowRow(row) : place);
    },
    () => dispatch(vibrateForTouch()),
  );
  const handlers = {
    ...press,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      pressed.current = isHandle(event.target) ? null : rowOf(event.target);
      // Checked now, because the press itself moves the focus.
      wasTyping.current = isBeingTypedIn(event.target);
      if (pressed.current && !wasTyping.current) onPointerDown(event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      press.onPointerUp();
      // Some systems ask for the menu after the right button is up; nothing else after this belongs to the press.
      if (event.button !== RIGHT_BUTTON) wasTyping.current = null;
    },
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      if (isHandle(event.target)) event.preventDefault();
      pressed.current = isHandle(event.target) ? null : rowOf(event.target);
      const isTyping = wasTyping.current ?? isBeingTypedIn(event.target);
      wasTyping.current = null;
      if (pressed.current && !isTyping) onContextMenu(event);
    },
  };
  const goTo = (step: TransferKind): void => setMenu((before) => before && { ...before, isOpen: true, step });
  return { menu, close, goTo, handlers, openFromKeyboard: (row: HTMLElement) => open(row, belowRow(row)) };
};
