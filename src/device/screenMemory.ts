/**
 * Small facts that a screen stores on this device, such as collapsed sections. Losing them is harmless, so storage
 * errors are ignored.
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
    // The value lasts until the page closes.
  }
};
