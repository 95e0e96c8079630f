/** What waits in the tab's own storage, through a sign-in if need be. With a closed storage it lives as long as the page. */
export const kept = (page: Window, key: string): string | null => {
  try {
    return page.sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** @param text null takes it away */
export const keep = (page: Window, key: string, text: string | null): void => {
  try {
    if (text === null) page.sessionStorage.removeItem(key);
    else page.sessionStorage.setItem(key, text);
  } catch {
    // Whoever keeps it has it too.
  }
};
