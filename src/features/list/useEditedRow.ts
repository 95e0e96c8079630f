import { type FocusEvent, type FormEvent, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ITEM_TEXTS, type ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import { fieldOf, itemOf, neighbourOf, rowOf, textFieldAt, textFieldOf, textsOf } from './itemElements';

export interface EditedRow {
  readonly id: ItemId;
  readonly field: ItemText;
  /** The texts of its fields when editing began. */
  readonly before: Readonly<Record<ItemText, string>>;
  /** It was the last open row when editing began. */
  readonly wasLast: boolean;
}

interface EditedRowEvents {
  readonly onEnter: (id: ItemId) => void;
  /** The person left the row's fields. `typed` has their texts; it is null when nothing new was typed. */
  readonly onLeave: (id: ItemId, typed: Readonly<Record<ItemText, string>> | null) => void;
}

/**
 * Tracks which row is being edited. `release` ends it without `onLeave`, for rows that the person's own action takes
 * away.
 */
export const useEditedRow = ({ onEnter, onLeave }: EditedRowEvents) => {
  const [edited, setEdited] = useState<EditedRow | null>(null);
  /** The row in whose fields something was typed. Another device may have changed its texts too. */
  const typedIn = useRef<ItemId | null>(null);

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const field = textFieldOf(target);
    const row = rowOf(target);
    const id = itemOf(row);
    if (!field || !row || !id) return;
    if (edited?.id !== id) typedIn.current = null;
    const wasLast = neighbourOf(row, 'next') === null;
    setEdited((was) =>
      was?.id === id ? { ...was, field: fieldOf(field) } : { id, field: fieldOf(field), before: textsOf(row), wasLast },
    );
    onEnter(id);
  };

  const onInput = ({ target }: FormEvent<HTMLElement>): void => {
    // A tick is an input event too.
    if (textFieldOf(target)) typedIn.current = itemOf(target);
  };

  const leaveRow = ({ id, before }: EditedRow, row: HTMLElement): void => {
    const now = textsOf(row);
    const isTyped = typedIn.current === id && ITEM_TEXTS.some((name) => now[name] !== before[name]);
    onLeave(id, isTyped ? now : null);
  };

  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const row = rowOf(target);
    const id = itemOf(row);
    if (!row || !id || !textFieldOf(target)) return;
    if (textFieldOf(relatedTarget) && itemOf(relatedTarget) === id) return;
    if (edited?.id !== id) return;
    setEdited(null);
    leaveRow(edited, row);
  };

  const leave = useEffectEvent((): void => {
    const row = edited && rowOf(textFieldAt(edited.id, edited.field));
    if (row) leaveRow(edited, row);
  });
  // A page that closes causes no blur event. Its fields still exist in the cleanup of a layout effect.
  useLayoutEffect(() => () => leave(), []);

  const release = useCallback((id: ItemId) => setEdited((was) => (was?.id === id ? null : was)), []);
  return { edited, onFocus, onBlur, onInput, release };
};
