import { SESSION_DATABASE } from '../contract/storageKeys';
import { openRecords } from './records';

/** Whether the provider takes keys, as it said last: kept where the worker can read it too. */
export interface KeyMemory {
  /** Null when it never said anything; rejects when the disk cannot be read. */
  read(): Promise<boolean | null>;
  write(takesKeys: boolean): Promise<void>;
}

const store = openRecords(SESSION_DATABASE, 'session');

/** @param apiUrl the provider's address: another build may talk to another one */
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
