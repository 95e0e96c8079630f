import { ITEM_TEXTS, type ItemText } from '../../contract/fields';

/**
 * Decides what a key does in a field of an open item. It is a pure function, so one table of tests covers every rule.
 */
export interface KeyPress {
  readonly key: string;
  readonly isShift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly isCommand: boolean;
  /** The key is held down. A repeated key does not leave the field, and adds or deletes no row. */
  readonly isRepeat: boolean;
  /** The key is held down, and was pressed in another field. */
  readonly isFromElsewhere: boolean;
}

/** The field with the caret, the current texts of its row, and its surroundings. */
export interface KeyPlace extends Readonly<Record<ItemText, string>> {
  readonly field: ItemText;
  /** Whether an editable row exists before or after this one. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Nothing followed when the person began to type here. What follows now came from somebody else who types too. */
  readonly wasLast: boolean;
  /** Whether the caret is in the first or last line of text that wraps. */
  readonly isOnFirstLine: boolean;
  readonly isOnLastLine: boolean;
}

export type KeyAct =
  | {
      readonly kind: 'move';
      readonly to: 'same' | 'previous' | 'next';
      readonly field: ItemText;
      readonly keepsCaret?: true;
    }
  | { readonly kind: 'remove'; readonly nextFocus: 'previous' | 'next' }
  | { readonly kind: 'add' | 'check' | 'leave' | 'menu' | 'stay' };

/** The field before (-1) or after (1) this one in the row. */
const fieldBeside = (field: ItemText, by: -1 | 1): ItemText | undefined => ITEM_TEXTS[ITEM_TEXTS.indexOf(field) + by];

/** Whether the other fields of the row are empty. */
const isBlankBeside = (place: KeyPlace): boolean =>
  ITEM_TEXTS.every((name) => name === place.field || place[name] === '');

const onEnter = ({ isShift, isRepeat }: KeyPress, { field, hasNext, wasLast }: KeyPlace): KeyAct => {
  if (isRepeat) return { kind: 'stay' };
  const following = isShift ? undefined : fieldBeside(field, 1);
  if (following) return { kind: 'move', to: 'same', field: following };
  return hasNext && !wasLast ? { kind: 'move', to: 'next', field: 'description' } : { kind: 'add' };
};

const onBackspace = ({ isRepeat, isFromElsewhere }: KeyPress, place: KeyPlace): KeyAct | null => {
  const { field, hasPrevious, hasNext } = place;
  if (place[field] !== '') return isFromElsewhere ? { kind: 'stay' } : null;
  if (isRepeat) return { kind: 'stay' };
  const preceding = fieldBeside(field, -1);
  if (preceding) return { kind: 'move', to: 'same', field: preceding };
  if (hasPrevious) return { kind: 'remove', nextFocus: 'previous' };
  return hasNext && isBlankBeside(place) ? { kind: 'remove', nextFocus: 'next' } : { kind: 'stay' };
};

const onArrow = (to: 'previous' | 'next', place: KeyPlace): KeyAct | null => {
  const isAtEdge = to === 'previous' ? place.isOnFirstLine : place.isOnLastLine;
  const hasRow = to === 'previous' ? place.hasPrevious : place.hasNext;
  return isAtEdge && hasRow ? { kind: 'move', to, field: place.field, keepsCaret: true } : null;
};

/** The action for a key; null leaves the key to the browser. Must not be called during IME composition. */
export const keyAct = (press: KeyPress, place: KeyPlace): KeyAct | null => {
  const { key, isShift, isCommand } = press;
  if (key === 'Enter' && isCommand) return press.isRepeat ? { kind: 'stay' } : { kind: 'check' };
  if (key === 'Enter') return onEnter(press, place);
  if (key === 'ContextMenu' || (key === 'F10' && isShift)) return { kind: 'menu' };
  if (isCommand || isShift) return null;
  if (key === 'Backspace') return onBackspace(press, place);
  if (key === 'ArrowUp') return onArrow('previous', place);
  if (key === 'ArrowDown') return onArrow('next', place);
  return key === 'Escape' ? { kind: 'leave' } : null;
};
