import type { TextField } from './itemElements';

const SHARED_STYLES = ['font', 'letterSpacing', 'padding', 'border', 'boxSizing', 'direction', 'tabSize'] as const;

/** Shorter texts never wrap, not even at 320 px with text twice as large. */
const WRAPS_FROM = 6;

/** A hidden copy of the field with the same layout, to measure the caret's position in it. */
const makeTwin = (field: TextField): HTMLElement => {
  const twin = document.createElement('div');
  const looks = getComputedStyle(field);
  for (const style of SHARED_STYLES) twin.style[style] = looks[style];
  Object.assign(twin.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    inlineSize: `${field.clientWidth}px`,
  });
  return twin;
};

/** Whether the caret is in the first and in the last line of a field whose text may wrap. */
export const caretLine = (field: TextField): { readonly isFirst: boolean; readonly isLast: boolean } => {
  const caret = field.selectionEnd ?? 0;
  const isSingle = field instanceof HTMLInputElement || field.value.length < WRAPS_FROM;
  if (isSingle) return { isFirst: true, isLast: true };
  const twin = makeTwin(field);
  const [start, mark, end] = [0, caret, field.value.length].map(() => document.createElement('span'));
  if (!start || !mark || !end) return { isFirst: true, isLast: true };
  // A zero-width space gives the span a line to measure.
  for (const span of [start, mark, end]) span.textContent = '\u200b';
  twin.append(start, field.value.slice(0, caret), mark, field.value.slice(caret), end);
  document.body.append(twin);
  const place = { isFirst: mark.offsetTop === start.offsetTop, isLast: mark.offsetTop === end.offsetTop };
  twin.remove();
  return place;
};
