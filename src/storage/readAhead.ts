import { USER_KEY } from '../contract/storageKeys';
import { parseStoredUser } from '../contract/user';
import { indexedDatabase } from './indexedDatabase';
import { readAll, type StoredAll, shapeOf } from './userStores';

/**
 * The first script of a page begins to read the signed-in user's data, so that the disk works while the app's code is
 * still loading. The code that opens the database takes the result, and checks whether it is still current.
 */
interface Ahead {
  readonly name: string;
  readonly reading: Promise<StoredAll>;
}

/** The global object of the page, or of the worker, in which nothing is read ahead. */
type Reader = typeof globalThis & { listyAhead?: Ahead };

type Page = Reader & { readonly localStorage: { getItem(key: string): string | null } };

/** The name for a database that is created by this read. A page without a secure origin has no `randomUUID`. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');

/** Begins to read. A failure has no effect here: the later opening fails in the same way, and reports it. */
export const beginReading = (): void => {
  const page = globalThis as Page;
  try {
    const user = parseStoredUser(page.localStorage.getItem(USER_KEY));
    if (!user) return;
    const shape = shapeOf(user.id, newName);
    const reading = indexedDatabase(shape).transact('readonly', readAll);
    reading.catch(() => undefined);
    page.listyAhead = { name: shape.name, reading };
  } catch {
    // Storage is blocked, which the app handles.
  }
};

/** Returns the read data of this database once; null if nothing was read. @throws the error of the read */
export const takeReading = async (name: string): Promise<StoredAll | null> => {
  const page: Reader = globalThis;
  const ahead = page.listyAhead;
  if (ahead?.name !== name) return null;
  delete page.listyAhead;
  return ahead.reading;
};
