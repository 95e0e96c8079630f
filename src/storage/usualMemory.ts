import { asListId, type UserId } from '../contract/ids';
import { SUGGESTIONS_KEY, usualKey } from '../contract/storageKeys';
import type { UsualItem } from '../domain/suggestions';
import type { LocalStore } from './localStore';

/**
 * The items that a user has bought on this device, for suggestions. They outlast their rows and never leave the device.
 */
interface UsualMemory {
  read(user: UserId): readonly UsualItem[];
  write(user: UserId, items: readonly UsualItem[]): void;
  /** Deletes the items, with the account or when the person asks for it. */
  forget(user: UserId): void;
  /** The person's choice for this device. */
  isOn(): boolean;
  choose(choice: 'on' | 'off'): void;
}

type Stored = readonly [description: string, quantity: string, count: number, lastAt: number, listId: string];

const isStored = (value: unknown): value is Stored =>
  Array.isArray(value) &&
  value.length === 5 &&
  typeof value[0] === 'string' &&
  typeof value[1] === 'string' &&
  Number.isFinite(value[2]) &&
  Number.isFinite(value[3]) &&
  typeof value[4] === 'string';

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    // The value has an unknown form, so it counts as empty.
    return [];
  }
};

const parseItems = (text: string | null): readonly UsualItem[] => {
  const value = parse(text);
  if (!Array.isArray(value)) return [];
  return value.filter(isStored).map(([description, quantity, count, lastAt, listId]) => ({
    description,
    quantity,
    count,
    lastAt,
    listId: asListId(listId),
  }));
};

export const makeUsualMemory = (local: LocalStore): UsualMemory => ({
  read: (user) => parseItems(local.getItem(usualKey(user))),
  write: (user, items) => {
    const stored = items.map(
      ({ description, quantity, count, lastAt, listId }): Stored => [description, quantity, count, lastAt, listId],
    );
    local.setItem(usualKey(user), JSON.stringify(stored));
  },
  forget: (user) => local.removeItem(usualKey(user)),
  isOn: () => local.getItem(SUGGESTIONS_KEY) !== 'off',
  choose: (choice) => (choice === 'off' ? local.setItem(SUGGESTIONS_KEY, 'off') : local.removeItem(SUGGESTIONS_KEY)),
});
