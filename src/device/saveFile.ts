/** Has the browser save a text as a file. */
export const saveFile = (name: string, text: string, page: Document = document): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
