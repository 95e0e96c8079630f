import type { Capabilities } from '../contract/capabilities';
import { isObject } from '../contract/records';
import { SESSION_DATABASE } from '../contract/storageKeys';
import { openRecords } from './records';

/** What a round has to know of the provider before it sends. */
export type RoundCapabilities = Pick<Capabilities, 'idempotency' | 'cascade'>;

/** The provider's last answer. Stored where the worker can read it too. */
export interface ProviderMemory {
  /** Null if the provider never answered. Rejects if the disk cannot be read. */
  read(): Promise<RoundCapabilities | null>;
  write(offered: RoundCapabilities): Promise<void>;
}

const store = openRecords(SESSION_DATABASE, 'session');

/** @param apiUrl the provider's address, because another build may use another provider */
export const openProviderMemory = (apiUrl: string): ProviderMemory => {
  const key = `provider ${apiUrl}`;
  return {
    read: async () => {
      const known = (await store.read()).get(key);
      return isObject(known) ? { idempotency: known.idempotency === true, cascade: known.cascade === true } : null;
    },
    write: ({ idempotency, cascade }) => store.put(key, { idempotency, cascade }),
  };
};
