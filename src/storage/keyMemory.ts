import { SESSION_DATABASE } from '../contract/storageKeys';
import { openRecords } from './records';

/** Whether the provider accepts idempotency keys, by its last answer. Stored where the worker can read it too. */
export interface KeyMemory {
  /** Null if the provider never answered. Rejects if the disk cannot be read. */
  read(): Promise<boolean | null>;
  write(takesKeys: boolean): Promise<void>;
}

const store = openRecords(SESSION_DATABASE, 'session');

/** @param apiUrl the provider's address, because another build may use another provider */
export const openKeyMemory = (apiUrl: string): KeyMemory => {
  const key = `keys ${apiUrl}`;
  return {
    read: async () => {
      const known = (await store.read()).get(key);
      return typeof known === 'boolean' ? known : null;
    },
    write: (takesKeys) => store.put(key, takesKeys),
  };
};
