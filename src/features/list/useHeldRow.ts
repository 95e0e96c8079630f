import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { ITEM_TEXTS, type ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import { fieldOf, itemOf, rowOf, textFieldAt, textFieldOf, textsOf } from './itemElements';
import type { HeldRow } from './shownItems';

export interface EditedRow extends HeldRow {
  readonly field: ItemText;
  /** What its fields held when it was entered. */
  readonly before: Readonly<Record<ItemText, string>>;
}

interface HeldRowEvents {
  readonly onEnter: (id: ItemId) => void;
  /** The row's fields were left by the person; `typed` is what they hold now, null when nothing was typed. */
  readonly onLeave: (id: ItemId, typed: Readonly<Record<ItemText, string>> | null) => void;
}

const placeOf = (row: HTMLElement): number => [...(row.parentElement?.children ?? [])].indexOf(row);

/** Follows which row has the caret. A row that goes by one's own act is let go with `release`, which tells nobody. */
export const useHeldRow = ({ onEnter, onLeave }: HeldRowEvents) => {
  const [held, setHeld] = useState<EditedRow | null>(null);

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const field = textFieldOf(target);
    const row = rowOf(target);
    const id = itemOf(row);
    if (!field || !row || !id) return;
    setHeld((was) =>
      was?.id === id
        ? { ...was, field: fieldOf(field) }
        : { id, index: placeOf(row), field: fieldOf(field), before: textsOf(row) },
    );
    onEnter(id);
  };

  const left = ({ id, before }: EditedRow, row: HTMLElement): void => {
    const now = textsOf(row);
    const isTyped = ITEM_TEXTS.some((name) => now[name] !== before[name]);
    onLeave(id, isTyped ? now : null);
  };

  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const row = rowOf(target);
    const id = itemOf(row);
    if (!row || !id || !textFieldOf(target)) return;
    if (textFieldOf(relatedTarget) && itemOf(relatedTarget) === id) return;
    if (held?.id !== id) return;
    setHeld(null);
    left(held, row);
  };

  const leave = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    leave.current = () => {
      const row = held && rowOf(textFieldAt(held.id, held.field));
      if (row) left(held, row);
    };
  });
  // A page that goes takes its fields along without a blur; they are still there when its layout effects end.
  useLayoutEffect(() => () => leave.current(), []);

  const release = useCallback((id: ItemId) => setHeld((was) => (was?.id === id ? null : was)), []);
  return { held, onFocus, onBlur, release };
};
