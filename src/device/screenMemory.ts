/**
 * What a screen remembers on this device beyond a reload: how one left it, and what one has seen. Nothing is lost with it, so a
 * closed or full storage is no error.
 */
export const readMemory = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

export const writeMemory = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is forgotten with the page.
  }
};
