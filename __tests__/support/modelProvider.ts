import { emptyFields } from '../../src/contract/fields';
import { type Collection, isObject } from '../../src/contract/records';
import type { HttpAnswer, HttpRequest } from '../../src/sync/wire/call';

/**
 * A small provider in memory, for tests that need thousands of rounds or a provider that is not ours. `ours` answers as our
 * server does; `strapi` as the recording shows: 25 rows to a page, a taken uuid is a 400, no keys, no cascade.
 */
export type Manner = 'ours' | 'strapi';

type Json = Record<string, unknown>;
export type StoredRow = Json & { readonly uuid: string; readonly documentId: string; readonly updatedAt: string };

const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  body: body === null ? '' : JSON.stringify(body),
  header: () => null,
});
const problem = (status: number, message: string) => json(status, { data: null, error: { status, message } });

const COLLECTIONS: Record<string, Collection> = { lists: 'lists', 'list-items': 'items' };
const OUR_PAGE = Number.MAX_SAFE_INTEGER;
const STRAPI_PAGE = 25;

export type OnStored = (collection: Collection, row: StoredRow) => void;

/** @param onStored called with every row that is written, as an event stream is */
export const makeProvider = (manner: Manner, onStored: OnStored = () => undefined) => {
  const tables = { lists: new Map<string, StoredRow>(), items: new Map<string, StoredRow>() };
  const applied = new Set<string>();
  const requests: HttpRequest[] = [];
  let clock = Date.parse('2026-01-01T00:00:00.000Z');
  let count = 0;
  /** The greatest `updatedAt` that was ever given. */
  let newest = new Date(0).toISOString();
  const tick = () => {
    clock += 1;
    return new Date(clock).toISOString();
  };

  const keysOf = (text: string | undefined): string[] => (manner === 'ours' && text ? text.split(', ') : []);
  const isApplied = (uuid: string, key: string | undefined): boolean => applied.has(`${uuid} ${keysOf(key)[0]}`);
  const remember = (uuid: string, key: string | undefined) => {
    for (const one of keysOf(key)) applied.add(`${uuid} ${one}`);
  };
  const store = (collection: Collection, row: Json) => {
    const stored = { ...row, updatedAt: tick() } as StoredRow;
    tables[collection].set(stored.uuid, stored);
    newest = stored.updatedAt;
    onStored(collection, stored);
    return stored;
  };
  const bury = (collection: Collection, row: StoredRow) =>
    store(collection, { ...row, ...emptyFields[collection], deletedAt: row.updatedAt });
  const byDocument = (collection: Collection, documentId: string) =>
    [...tables[collection].values()].find((row) => row.documentId === documentId);

  const read = (collection: Collection, query: URLSearchParams): HttpAnswer => {
    const since = query.get('filters[updatedAt][$gte]') ?? '';
    const uuids = [...query].filter(([name]) => name.startsWith('filters[uuid][$in]')).map(([, uuid]) => uuid);
    const rows = [...tables[collection].values()].filter(
      (row) => row.updatedAt >= since && (uuids.length === 0 || uuids.includes(row.uuid)),
    );
    if (manner === 'ours') return json(200, { data: rows, meta: { total: rows.length, clock: newest } });
    const pageSize = Math.min(Number(query.get('pagination[pageSize]') ?? STRAPI_PAGE), OUR_PAGE);
    const page = Number(query.get('pagination[page]') ?? 1);
    const data = rows.slice((page - 1) * pageSize, page * pageSize);
    const pageCount = Math.ceil(rows.length / pageSize);
    return json(200, { data, meta: { pagination: { page, pageSize, pageCount, total: rows.length } } });
  };

  const create = (collection: Collection, data: Json, key: string | undefined): HttpAnswer => {
    const known = tables[collection].get(String(data.uuid));
    if (known) return manner === 'ours' ? json(200, { data: known }) : problem(400, 'This attribute must be unique');
    const list = tables.lists.get(String(data.list));
    if (collection === 'items' && manner === 'ours' && (!list || list.deletedAt)) return problem(404, 'List not found');
    count += 1;
    const row = store(collection, {
      ...emptyFields[collection],
      ...data,
      id: count,
      documentId: `doc${count}`,
      deletedAt: null,
    });
    remember(row.uuid, key);
    return json(201, { data: row });
  };

  const edit = (collection: Collection, row: StoredRow | undefined, fields: Json, key: string | undefined) => {
    if (!row) return null;
    if (isApplied(row.uuid, key) || (row.deletedAt && manner === 'strapi')) return row;
    if (row.deletedAt) return null;
    remember(row.uuid, key);
    const isSame = Object.entries(fields).every(([name, value]) => row[name] === value);
    return isSame ? row : store(collection, { ...row, ...fields });
  };

  const remove = (collection: Collection, row: StoredRow | undefined, key: string | undefined): HttpAnswer => {
    if (!row) return problem(404, 'Not Found');
    if (row.deletedAt) return json(204, null);
    if (isApplied(row.uuid, key)) return json(200, { data: row });
    const items = collection === 'lists' && manner === 'ours' ? [...tables.items.values()] : [];
    for (const item of items) if (item.list === row.uuid && !item.deletedAt) bury('items', item);
    bury(collection, row);
    remember(row.uuid, key);
    return json(204, null);
  };

  const patch = (collection: Collection, entries: unknown): HttpAnswer => {
    if (manner === 'strapi' || !Array.isArray(entries)) return problem(400, 'data must be an object');
    const outcomes = entries.filter(isObject).map(({ documentId, uuid, idempotencyKey, ...fields }) => {
      const key = idempotencyKey as string | undefined;
      return { uuid, row: edit(collection, byDocument(collection, String(documentId)), fields, key) };
    });
    const rejected = outcomes
      .filter(({ row }) => !row)
      .map(({ uuid }) => ({ uuid, status: 404, message: 'Not Found' }));
    return json(200, { data: outcomes.flatMap(({ row }) => row ?? []), meta: { rejected } });
  };

  const answer = ({ method, path, body, idempotencyKey }: HttpRequest): HttpAnswer => {
    const [place = '', query] = path.split('?');
    const [, name = '', documentId] = place.split('/');
    const collection = COLLECTIONS[name] ?? 'lists';
    const data = isObject(body) ? body.data : null;
    const fields = isObject(data) ? data : {};
    const row = byDocument(collection, decodeURIComponent(documentId ?? ''));
    switch (method) {
      case 'GET':
        return read(collection, new URLSearchParams(query));
      case 'POST':
        return create(collection, fields, idempotencyKey);
      case 'PATCH':
        return patch(collection, data);
      case 'DELETE':
        return remove(collection, row, idempotencyKey);
      case 'PUT': {
        const edited = edit(collection, row, fields, idempotencyKey);
        return edited ? json(200, { data: edited }) : problem(404, 'Not Found');
      }
    }
  };

  /** Copies the data. The returned function restores the copy: later writes are forgotten, but times go on. */
  const keepCopy = () => {
    const copies = { lists: new Map(tables.lists), items: new Map(tables.items) };
    const keys = new Set(applied);
    const newestThen = newest;
    return (): void => {
      for (const collection of ['lists', 'items'] as const) {
        tables[collection].clear();
        for (const [uuid, row] of copies[collection]) tables[collection].set(uuid, row);
      }
      newest = newestThen;
      applied.clear();
      for (const key of keys) applied.add(key);
    };
  };

  return {
    keepCopy,
    /** Answers at once, and stores every request for the test to read. */
    answer: (request: HttpRequest): HttpAnswer => {
      requests.push(request);
      return answer(request);
    },
    requests,
    /** Rows that are not removed. */
    alive: (collection: Collection): StoredRow[] => [...tables[collection].values()].filter((row) => !row.deletedAt),
    row: (collection: Collection, uuid: string): StoredRow | undefined => tables[collection].get(uuid),
    /** Stores a row that another device wrote. */
    put: (collection: Collection, row: Json): StoredRow => {
      count += 1;
      const known = tables[collection].get(String(row.uuid));
      return store(collection, { id: count, documentId: `doc${count}`, deletedAt: null, ...known, ...row });
    },
    bury: (collection: Collection, uuid: string): void => {
      const row = tables[collection].get(uuid);
      if (row) bury(collection, row);
    },
    /** Deletes a row without a tombstone, as a plain Strapi does. */
    erase: (collection: Collection, uuid: string): boolean => tables[collection].delete(uuid),
  };
};

export type Provider = ReturnType<typeof makeProvider>;
