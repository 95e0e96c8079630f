import { memo } from 'react';

interface HandleProps {
  readonly text: string;
}

/**
 * What a row is dragged by, with a mouse or a finger; seen only where rows can be dragged (`handleLooks`). Whoever cannot drag
 * moves the row by Alt+↑ and Alt+↓, or selects it and uses the buttons of the selection, so screen readers are not told of it.
 */
export const Handle = memo(function Handle({ text }: HandleProps) {
  return <span className="handle" aria-hidden title={text} />;
});
