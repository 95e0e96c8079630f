const isBelow = (place: Node, row: Node): boolean =>
  (row.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * When React moves the row with the focus down, moves the rows below it up instead. A row that leaves its place in the
 * page loses the focus, which ends a composition in the middle of a word. React never moves a row up.
 * @param list the element around the rows; this is its `ref`
 */
export const moveAroundFocus = (list: HTMLElement | null): void => {
  if (!list) return;
  const insertBefore = list.insertBefore.bind(list);
  list.insertBefore = <T extends Node>(row: T, next: Node | null): T => {
    const isHeld = row.parentNode === list && row.contains(document.activeElement);
    if (!isHeld || (next && !isBelow(next, row))) return insertBefore(row, next);
    while (row.nextSibling && row.nextSibling !== next) insertBefore(row.nextSibling, row);
    return row;
  };
  list.appendChild = (row) => list.insertBefore(row, null);
};
