/** Values in the tab's session storage. Without access to it they last as long as the page. */
export const readTabValue = (page: Window, key: string): string | null => {
  try {
    return page.sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** @param text null removes the value */
export const writeTabValue = (page: Window, key: string, text: string | null): void => {
  try {
    if (text === null) page.sessionStorage.removeItem(key);
    else page.sessionStorage.setItem(key, text);
  } catch {
    // The caller has the value in memory too.
  }
};
