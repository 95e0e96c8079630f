import { type ClipboardEvent, useCallback } from 'react';
import { flushSync } from 'react-dom';
import type { ListId } from '../../contract/ids';
import { isMultiLine, withoutLineBreaks } from '../../domain/pastedLines';
import { pasteLines } from '../../store/acts/pasteThunks';
import { useAppDispatch } from '../../store/state/hooks';
import { usePasteOffer } from '../usePasteOffer';
import { focusField, itemOf, type TextField, textFieldOf } from './itemElements';

/** Inserts text at the caret, in the browser's undo history where possible. */
const insertAtCaret = (field: TextField, text: string): void => {
  // Chromium sends only `input` for `execCommand`. The undo key needs `beforeinput` to see that the text is typed here.
  field.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, inputType: 'insertText', data: text }));
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/**
 * Turns several pasted lines into items. A single line is inserted at the caret without its line break.
 * @returns `takeText` for text from any source, true when it was handled; `onPaste` for the event
 */
export const usePasteLines = (listId: ListId) => {
  const dispatch = useAppDispatch();
  const offer = usePasteOffer();

  const takeText = useCallback(
    (field: TextField, text: string): boolean => {
      if (!isMultiLine(text)) return false;
      // A focused field keeps its own text, but the first line may be written into this field.
      field.blur();
      const pasted = flushSync(() => dispatch(pasteLines(listId, text, itemOf(field))));
      if (pasted.last) focusField(pasted.last, 'description');
      offer(listId, pasted);
      return true;
    },
    [listId, dispatch, offer],
  );

  const onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    const field = textFieldOf(event.target);
    if (!field) return;
    const text = event.clipboardData.getData('text/plain');
    const line = withoutLineBreaks(text);
    if (takeText(field, text)) {
      event.preventDefault();
    } else if (line !== text) {
      event.preventDefault();
      insertAtCaret(field, line);
    }
  };
  return { takeText, onPaste };
};
