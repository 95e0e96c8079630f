import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { isComposing } from '../../ui/isComposing';
import { caretLine } from './caretLine';
import {
  fieldOf,
  focusField,
  itemOf,
  neighbourOf,
  partId,
  rowOf,
  type TextField,
  textFieldOf,
  textsOf,
} from './itemElements';
import { type KeyAct, type KeyPlace, type KeyPress, keyAct } from './itemKeys';
import type { EditedRow } from './useEditedRow';
import type { ItemActs } from './useItemActs';

const ENTER: KeyPress = { key: 'Enter', isShift: false, isCommand: false, isRepeat: false, isFromElsewhere: false };
const EDGES = { isFirst: true, isLast: true };

const placeOf = (row: HTMLElement, field: TextField, key: string, wasLast: boolean): KeyPlace => {
  const line = key.startsWith('Arrow') ? caretLine(field) : EDGES;
  return {
    field: fieldOf(field),
    ...textsOf(row),
    hasPrevious: neighbourOf(row, 'previous') !== null,
    hasNext: neighbourOf(row, 'next') !== null,
    wasLast,
    isOnFirstLine: line.isFirst,
    isOnLastLine: line.isLast,
  };
};

interface KeyboardActs extends Pick<ItemActs, 'add' | 'check' | 'remove'> {
  readonly openMenu: (row: HTMLElement) => void;
}

const perform = (act: KeyAct, row: HTMLElement, field: TextField, doing: KeyboardActs): void => {
  const id = itemOf(row);
  if (!id) return;
  const goTo = (to: 'same' | 'previous' | 'next') => (to === 'same' ? id : neighbourOf(row, to));
  switch (act.kind) {
    case 'move': {
      const target = goTo(act.to);
      if (target) focusField(target, act.field, act.keepsCaret ? (field.selectionEnd ?? 0) : undefined);
      return;
    }
    case 'remove': {
      const next = goTo(act.nextFocus);
      doing.remove(id, () => next && focusField(next, 'description'));
      return;
    }
    case 'check':
      doing.check(id, true);
      document.getElementById(partId(id, 'done'))?.focus();
      return;
    case 'leave':
      field.blur();
      return;
    case 'menu':
      doing.openMenu(row);
      return;
    case 'add':
      doing.add();
      return;
    case 'stay':
      return;
  }
};

/**
 * Handles keys in the rows: `keydown`, and `beforeinput` for phone keyboards that send a line break instead of Enter.
 */
export const useItemKeyboard = (list: HTMLElement | null, edited: EditedRow | null, doing: KeyboardActs) => {
  const press = (target: EventTarget | null, key: KeyPress): boolean => {
    const field = textFieldOf(target);
    const row = rowOf(target);
    if (!field || !row) return false;
    const act = keyAct(key, placeOf(row, field, key.key, edited?.wasLast ?? false));
    if (act) perform(act, row, field, doing);
    return act !== null;
  };
  const pressEnter = useEffectEvent((target: EventTarget | null) => press(target, ENTER));

  useEffect(() => {
    // React's `onBeforeInput` is a different event with the same name.
    const onBeforeInput = (event: InputEvent): void => {
      const isBreak = event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph';
      if (event.isComposing || !(isBreak || event.data === '\n')) return;
      event.preventDefault();
      pressEnter(event.target);
    };
    list?.addEventListener('beforeinput', onBeforeInput);
    return () => list?.removeEventListener('beforeinput', onBeforeInput);
  }, [list]);

  /** The field in which the last key was pressed. While the key is held down, the focus may move to another field. */
  const pressedIn = useRef<TextField | null>(null);

  return (event: KeyboardEvent<HTMLElement>): void => {
    const field = textFieldOf(event.target);
    // Also during a composition: a Backspace that is held down may end it, and then goes on in the same field.
    if (!event.repeat) pressedIn.current = field;
    if (isComposing(event.nativeEvent)) return;
    const isTaken = press(event.target, {
      key: event.key,
      isShift: event.shiftKey,
      isCommand: event.ctrlKey || event.metaKey,
      isRepeat: event.repeat,
      isFromElsewhere: pressedIn.current !== field,
    });
    if (isTaken) event.preventDefault();
  };
};
