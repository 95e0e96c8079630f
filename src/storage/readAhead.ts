import { USER_KEY } from '../contract/storageKeys';
import { parseUser } from '../contract/user';
import { indexedDatabase } from './indexedDatabase';
import { readAll, type StoredAll, shapeOf } from './userStores';

/**
 * What is stored of the person who is signed in, asked for by the first script of a page: the disk works while the code of the app is still on
 * its way. Who opens the database finds it here, and asks whether it still holds.
 */
interface Ahead {
  readonly name: string;
  readonly reading: Promise<StoredAll>;
}

/** The page, or the worker, for which nobody reads ahead. */
type Reader = typeof globalThis & { listyAhead?: Ahead };

type Page = Reader & { readonly localStorage: { getItem(key: string): string | null } };

/** Names a database that is made on the way. A page without a secure origin has no `randomUUID`. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');

/** Begins to read. Nothing fails with it: who opens the database meets the same trouble, and reports it. */
export const beginReading = (): void => {
  const page = globalThis as Page;
  try {
    const user = parseUser(JSON.parse(page.localStorage.getItem(USER_KEY) ?? 'null'));
    if (!user) return;
    const shape = shapeOf(user.id, newName);
    const reading = indexedDatabase(shape).transact('readonly', readAll);
    reading.catch(() => undefined);
    page.listyAhead = { name: shape.name, reading };
  } catch {
    // A closed storage, or a damaged user: the app sees the same.
  }
};

/** What was read of this database, once; null where nothing was. @throws what the reading did */
export const takeReading = async (name: string): Promise<StoredAll | null> => {
  const page: Reader = globalThis;
  const ahead = page.listyAhead;
  if (ahead?.name !== name) return null;
  delete page.listyAhead;
  return ahead.reading;
};
