import { useEffect, useState } from 'react';

/**
 * State that begins with a setting in local storage, and follows what another tab stores there.
 * @param read reads the setting; must be the same function in each render
 */
export const useStoredValue = <Value>(key: string, read: () => Value) => {
  const state = useState(read);
  const [, setValue] = state;
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      // No key: all of local storage was cleared.
      if (event.key === key || event.key === null) setValue(read);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key, read]);
  return state;
};
