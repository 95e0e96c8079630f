/** False if the person is in a dialog that lies over this element, such as one that they opened while an answer was awaited. */
export const isOnTop = (element: Element): boolean => {
  const dialog = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
  return !dialog || dialog.contains(element);
};
