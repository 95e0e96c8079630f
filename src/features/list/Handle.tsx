import { memo } from 'react';

interface HandleProps {
  readonly text: string;
}

/**
 * The handle for dragging a row with a mouse or a finger, shown only when rows can be dragged (`handleStyles`). It is
 * hidden from screen readers: they move rows with Alt+↑ and Alt+↓, or with the buttons of the selection.
 */
export const Handle = memo(function Handle({ text }: HandleProps) {
  return <span className="handle" aria-hidden title={text} />;
});
