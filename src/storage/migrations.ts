import { isObject } from '../contract/records';
import { type Base, emptyBase } from '../sync/syncState';

/**
 * Stored base of earlier releases. Migrations are numbered by the version they lead to and never edited once released; a frozen
 * sample of every release must open (`__tests__/storage/frozenState.test.ts`). New fields are optional with a default and need none.
 */
type Migration = (stored: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const migrations: Readonly<Record<number, Migration>> = {};

const versionOf = (stored: Readonly<Record<string, unknown>>): number =>
  isObject(stored._persist) && typeof stored._persist.version === 'number' ? stored._persist.version : 0;

/**
 * The base inside a stored value, or null where there is none or it is damaged: base is what the server said and can be asked
 * for again. Fields that an earlier release did not have start empty.
 */
const parseStoredBase = (stored: unknown): Base | null => {
  const base = isObject(stored) ? stored.base : null;
  if (!isObject(base) || !isObject(base.lists) || !isObject(base.items) || !isObject(base.cursors)) return null;
  return { ...emptyBase, ...(base as unknown as Base) };
};

/** The stored value as this release knows it; undefined where there is nothing that could be read. */
export const migrateData = (stored: unknown): { readonly base: Base } | undefined => {
  if (!isObject(stored)) return undefined;
  const from = versionOf(stored);
  const steps = Object.keys(migrations)
    .map(Number)
    .filter((version) => version > from)
    .sort((a, b) => a - b);
  const current = steps.reduce((value, version) => migrations[version]?.(value) ?? value, stored);
  const base = parseStoredBase(current);
  return base ? { ...current, base } : undefined;
};
