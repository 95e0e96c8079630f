import { isComposing } from '../ui/isComposing';
import type { SnackBarPort } from '../ui/SnackBars';
import { isTextField } from './isTextField';
import { refocusAfterAction } from './lostFocus';

const LATIN = /^[a-z]$/i;

/** On non-Latin keyboards the key is recognised by its position, as operating systems do. */
const isUndoPress = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && (LATIN.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ');

/** The field that the person typed in last. */
interface Typing {
  readonly field: EventTarget;
  readonly before: string;
  /** The text after the last key. A field with another text was changed by the app, and the browser cannot undo it. */
  readonly after: string;
  /** The number of messages when the last key was typed. */
  readonly messages: number;
}

const textIn = (field: EventTarget): string => (field as HTMLInputElement).value;

/**
 * Ctrl/Cmd+Z undoes what was done last: the newest action whose undo bar is still open, or the typing in the field with
 * the caret. The browser undoes typing, but only in that field: its own history goes on to other fields.
 * @returns ends it
 */
export const watchUndoKey = ({ undoOf, count }: SnackBarPort): (() => void) => {
  let typing: Typing | null = null;
  const inField = (field: EventTarget | null): Typing | null =>
    typing?.field === field && textIn(typing.field) === typing.after ? typing : null;
  const onBeforeInput = ({ target: field }: Event): void => {
    if (!field || !isTextField(field)) return;
    const text = textIn(field);
    typing = { field, before: inField(field)?.before ?? text, after: text, messages: count() };
  };
  const onInput = ({ target: field }: Event): void => {
    if (typing?.field === field) typing = { ...typing, after: textIn(typing.field) };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isUndoPress(event) || event.defaultPrevented || isComposing(event)) return;
    const here = inField(event.target);
    const typed = here && here.after !== here.before ? here : null;
    const undo = undoOf(typed?.messages);
    if (undo || !typed) event.preventDefault();
    if (!undo) return;
    refocusAfterAction();
    undo();
  };
  document.addEventListener('beforeinput', onBeforeInput);
  document.addEventListener('input', onInput);
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('beforeinput', onBeforeInput);
    document.removeEventListener('input', onInput);
    document.removeEventListener('keydown', onKeyDown);
  };
};
