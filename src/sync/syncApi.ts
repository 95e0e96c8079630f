import { type ChangeId, isChangeId, LATE_HEADER, type RowId } from '../contract/ids';
import { type CallKind, type Outcome, outcomeOf, unanswered } from '../contract/outcomes';
import { type Collection, type Fields, isObject, parseRecord, type WireRecord, wirePath } from '../contract/records';
import { type Patched, parseLate, parseRejections } from './patchAnswer';
import { dataOf, isFollowed, isRecordList, joined, type RecordList, readRecords, totalOf } from './recordList';

/**
 * The provider's record calls, every answer a value. Nobody but this file (through `outcomeOf`) reads a status.
 */

type Failure = Exclude<Outcome, { kind: 'ok' }>;
export type ApiResult<Value> = { readonly kind: 'ok'; readonly value: Value } | Failure;

/**
 * What becomes of a write of a known row. `late`: it was never applied, because a newer write of this device had been; the row
 * as it stands, and that write's change.
 */
export type WriteResult<Value> =
  | ApiResult<Value>
  | { readonly kind: 'late'; readonly value: WireRecord; readonly newest: ChangeId };

export interface Pull extends RecordList {
  /** How many requests it took: more than one, and rows may have moved between the pages. */
  readonly pages: number;
}

export interface PatchEntry {
  readonly documentId: string;
  readonly uuid: RowId;
  readonly fields: Fields;
  readonly key: string;
}

/** `record` is null where the answer carries none (a 204). `key` is the idempotency key. */
export interface SyncApi {
  pull(collection: Collection, since: string, signal: AbortSignal): Promise<ApiResult<Pull>>;
  create(collection: Collection, body: unknown, key: string, signal: AbortSignal): Promise<WriteResult<WireRecord>>;
  update(
    collection: Collection,
    documentId: string,
    fields: Fields,
    key: string,
    signal: AbortSignal,
  ): Promise<WriteResult<WireRecord>>;
  remove(
    collection: Collection,
    documentId: string,
    key: string,
    signal: AbortSignal,
  ): Promise<WriteResult<WireRecord | null>>;
  patch(collection: Collection, entries: readonly PatchEntry[], signal: AbortSignal): Promise<ApiResult<Patched>>;
  /** At most 100 uuids: Strapi silently ignores a longer `$in`. */
  lookUp(collection: Collection, uuids: readonly RowId[], signal: AbortSignal): Promise<ApiResult<Pull>>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API base: `/lists`. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly header: (name: string) => string | null;
}

/** Sends one request with the session's headers; rejects only when no answer came. */
export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>;

const PAGE_SIZE = 100;
/** How often pages are read from the first again because they moved; then what was read must do. */
const PAGING_TRIES = 3;
export const MAX_LOOK_UP = 100;

const isRecord = (collection: Collection) => (body: unknown) => parseRecord(collection, dataOf(body)) !== null;

/** @param now epoch ms, to read a `Retry-After` that is a date */
export const makeSyncApi = (send: SendRequest, now: () => number): SyncApi => {
  const call = async (
    kind: CallKind,
    request: HttpRequest,
    promises: (body: unknown) => boolean,
  ): Promise<Outcome & { readonly newest?: ChangeId | null }> => {
    try {
      const { status, body, header } = await send(request);
      const answer = { status, body, retryAfter: header('Retry-After'), rateLimitReset: header('X-RateLimit-Reset') };
      const outcome = outcomeOf(kind, answer, promises, now());
      const newest = header(LATE_HEADER);
      if (newest === null || outcome.kind !== 'ok') return outcome;
      return isChangeId(newest) ? { ...outcome, newest } : unanswered('late, and nobody knows after what');
    } catch (error) {
      return unanswered(error instanceof Error ? error.message : String(error));
    }
  };

  const write = async (
    kind: CallKind,
    collection: Collection,
    request: HttpRequest,
  ): Promise<WriteResult<WireRecord>> => {
    const outcome = await call(kind, request, isRecord(collection));
    if (outcome.kind !== 'ok') return outcome;
    const value = parseRecord(collection, dataOf(outcome.body));
    if (!value) return unanswered('no record in the answer') as Failure;
    return outcome.newest ? { kind: 'late', value, newest: outcome.newest } : { kind: 'ok', value };
  };

  const readList = (path: string, signal: AbortSignal) => call('read', { method: 'GET', path, signal }, isRecordList);

  /** Page by page from the first, in an order that no edit changes: the unsorted first answer cannot be trusted to begin one. */
  const readPages = async (
    collection: Collection,
    filter: string,
    signal: AbortSignal,
    tries = PAGING_TRIES,
  ): Promise<ApiResult<Pull>> => {
    const pages: RecordList[] = [];
    let total = 0;
    for (let page = 1; ; page += 1) {
      const path = `/${wirePath[collection]}?${filter}&pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}&sort=id:asc`;
      const outcome = await readList(path, signal);
      if (outcome.kind !== 'ok') return outcome;
      // A row went meanwhile, and one of the next page moved up to where nobody looks any more.
      if (totalOf(outcome.body) < total && tries > 1) return readPages(collection, filter, signal, tries - 1);
      total = totalOf(outcome.body);
      pages.push(readRecords(collection, outcome.body));
      if (!isFollowed(outcome.body, page)) return { kind: 'ok', value: { ...joined(pages), pages: page + 1 } };
    }
  };

  return {
    pull: async (collection, since, signal) => {
      const filter = `filters[updatedAt][$gte]=${since}`;
      const outcome = await readList(`/${wirePath[collection]}?${filter}`, signal);
      if (outcome.kind !== 'ok') return outcome;
      if (isFollowed(outcome.body, 1)) return readPages(collection, filter, signal);
      return { kind: 'ok', value: { ...readRecords(collection, outcome.body), pages: 1 } };
    },
    create: (collection, data, key, signal) =>
      write('create', collection, {
        method: 'POST',
        path: `/${wirePath[collection]}`,
        body: { data },
        idempotencyKey: key,
        signal,
      }),
    update: (collection, documentId, data, key, signal) =>
      write('update', collection, {
        method: 'PUT',
        path: `/${wirePath[collection]}/${encodeURIComponent(documentId)}`,
        body: { data },
        idempotencyKey: key,
        signal,
      }),
    remove: async (collection, documentId, key, signal) => {
      const path = `/${wirePath[collection]}/${encodeURIComponent(documentId)}`;
      const outcome = await call('remove', { method: 'DELETE', path, idempotencyKey: key, signal }, isObject);
      if (outcome.kind !== 'ok') return outcome;
      const value = parseRecord(collection, dataOf(outcome.body));
      return value && outcome.newest ? { kind: 'late', value, newest: outcome.newest } : { kind: 'ok', value };
    },
    patch: async (collection, entries, signal) => {
      const data = entries.map(({ documentId, uuid, fields, key }) => ({
        documentId,
        uuid,
        ...fields,
        ...(key && { idempotencyKey: key }),
      }));
      const path = `/${wirePath[collection]}/patch`;
      const outcome = await call('update', { method: 'PATCH', path, body: { data }, signal }, isRecordList);
      if (outcome.kind !== 'ok') return outcome;
      const { records } = readRecords(collection, outcome.body);
      return { kind: 'ok', value: { records, rejected: parseRejections(outcome.body), late: parseLate(outcome.body) } };
    },
    lookUp: async (collection, uuids, signal) => {
      const filter = uuids.map((uuid, index) => `filters[uuid][$in][${index}]=${encodeURIComponent(uuid)}`).join('&');
      return readPages(collection, filter, signal);
    },
  };
};
