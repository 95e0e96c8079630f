import { type FormEvent, useEffect } from 'react';
import { isMultiLine, withoutLineBreaks } from '../../domain/pastedLines';
import { insertedText } from './insertedText';
import { fieldOf, itemOf, type TextField, textFieldOf } from './itemElements';
import type { ItemActs } from './useItemActs';

type TakeText = (field: TextField, text: string) => boolean;

/** The text of each field after its last input. A field without input is not in the map. */
const texts = new WeakMap<TextField, string>();

const withoutBreaks = (field: TextField): void => {
  const caret = withoutLineBreaks(field.value.slice(0, field.selectionEnd ?? field.value.length)).length;
  field.value = withoutLineBreaks(field.value);
  field.setSelectionRange(caret, caret);
};

/**
 * Handles typing: each input is one edit. Some phone keyboards insert several lines without a `paste` event; they are
 * treated as pasted lines. Where the browser can cancel the input, this happens before the text is in the field.
 */
export const useItemInput = (list: HTMLElement | null, edit: ItemActs['edit'], takeText: TakeText) => {
  useEffect(() => {
    const onBeforeInput = (event: InputEvent): void => {
      const field = textFieldOf(event.target);
      if (!field) return;
      texts.set(field, field.value);
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      if (!event.isComposing && event.cancelable && isMultiLine(text) && takeText(field, text)) event.preventDefault();
    };
    list?.addEventListener('beforeinput', onBeforeInput);
    return () => list?.removeEventListener('beforeinput', onBeforeInput);
  }, [list, takeText]);

  return (event: FormEvent<HTMLElement>): void => {
    const field = textFieldOf(event.target);
    const id = itemOf(event.target);
    if (!field || !id) return;
    const before = texts.get(field) ?? '';
    const text = insertedText(before, field.value);
    if (isMultiLine(text)) {
      field.value = before;
      takeText(field, text);
      return;
    }
    if (field.value !== withoutLineBreaks(field.value)) withoutBreaks(field);
    edit(id, fieldOf(field), field.value);
  };
};
