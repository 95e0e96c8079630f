import type { RowId } from '../../contract/ids';
import { type CallKind, type Outcome, unanswered } from '../../contract/outcomes';
import { type Collection, type Fields, parseRecord, type WireRecord, wirePath } from '../../contract/records';
import { call, type HttpRequest, type SendRequest } from './call';
import { type Patched, parseRejections } from './patchAnswer';
import { newPatchForm, type PatchForm } from './patchForm';
import { dataOf, isFollowed, isRecordList, joined, type RecordList, readRecords, totalOf } from './recordList';

/**
 * The provider's record requests. Each answer is a value. Only `call` (by `outcomeOf`) interprets a status.
 */

type Failure = Exclude<Outcome, { kind: 'ok' }>;
export type ApiResult<Value> = { readonly kind: 'ok'; readonly value: Value } | Failure;

export interface Pull extends RecordList {
  /** The number of requests. With more than one, rows may have moved between the pages. */
  readonly pages: number;
}

export interface PatchEntry {
  readonly documentId: string;
  readonly uuid: RowId;
  readonly fields: Fields;
  readonly key: string;
}

/** `record` is null if the answer contains none (a 204). `key` is the idempotency key. */
export interface SyncApi {
  pull(collection: Collection, since: string, signal: AbortSignal): Promise<ApiResult<Pull>>;
  create(collection: Collection, body: unknown, key: string, signal: AbortSignal): Promise<ApiResult<WireRecord>>;
  update(
    collection: Collection,
    documentId: string,
    fields: Fields,
    key: string,
    signal: AbortSignal,
  ): Promise<ApiResult<WireRecord>>;
  remove(
    collection: Collection,
    documentId: string,
    key: string,
    signal: AbortSignal,
  ): Promise<ApiResult<WireRecord | null>>;
  /** Leaves a shared list. */
  leave(documentId: string, signal: AbortSignal): Promise<ApiResult<null>>;
  /** Sends an array of rows, or one row as a record. */
  patch(collection: Collection, rows: PatchEntry[] | PatchEntry, signal: AbortSignal): Promise<ApiResult<Patched>>;
  readonly patchForm: PatchForm;
  /** At most 100 uuids: Strapi silently ignores a longer `$in`. */
  lookUp(collection: Collection, uuids: readonly RowId[], signal: AbortSignal): Promise<ApiResult<Pull>>;
}

const PAGE_SIZE = 100;
/** How often all pages are read again because rows moved. After that, the result is used as it is. */
const PAGING_TRIES = 3;
export const MAX_LOOK_UP = 100;

const isRecord = (collection: Collection) => (body: unknown) => parseRecord(collection, dataOf(body)) !== null;

const entryData = ({ documentId, uuid, fields, key }: PatchEntry) => ({
  documentId,
  uuid,
  ...fields,
  ...(key && { idempotencyKey: key }),
});

type ReadList = (path: string, signal: AbortSignal) => Promise<Outcome>;

/**
 * Reads all pages from the first, in an order that no edit changes. The unsorted first answer cannot be the first page.
 */
const makePageReader = (readList: ReadList) => {
  const readPages = async (
    collection: Collection,
    filter: string,
    signal: AbortSignal,
    tries = PAGING_TRIES,
  ): Promise<ApiResult<Pull>> => {
    const pages: RecordList[] = [];
    let total = 0;
    for (let page = 1; ; page += 1) {
      const paging = `pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}&sort=id:asc`;
      const outcome = await readList(`/${wirePath[collection]}?${filter}&${paging}`, signal);
      if (outcome.kind !== 'ok') return outcome;
      // A row was removed meanwhile, so a row of the next page moved into a page that was already read.
      if (totalOf(outcome.body) < total && tries > 1) return readPages(collection, filter, signal, tries - 1);
      total = totalOf(outcome.body);
      pages.push(await readRecords(collection, outcome.body));
      if (!isFollowed(outcome.body, page)) return { kind: 'ok', value: { ...joined(pages), pages: page + 1 } };
    }
  };
  return readPages;
};

/**
 * @param now epoch ms, to read a `Retry-After` that is a date
 * @param patchForm the form of PATCH that the provider accepts, as far as it was learned
 */
export const makeSyncApi = (send: SendRequest, now: () => number, patchForm = newPatchForm()): SyncApi => {
  const ask = async (kind: CallKind, request: HttpRequest, promises: (body: unknown) => boolean): Promise<Outcome> =>
    (await call({ send, now }, { kind, request, promises })).outcome;

  const write = async (
    kind: CallKind,
    collection: Collection,
    request: HttpRequest,
  ): Promise<ApiResult<WireRecord>> => {
    const outcome = await ask(kind, request, isRecord(collection));
    if (outcome.kind !== 'ok') return outcome;
    const value = parseRecord(collection, dataOf(outcome.body));
    return value ? { kind: 'ok', value } : unanswered('no record in the answer');
  };

  const readList: ReadList = (path, signal) => ask('read', { method: 'GET', path, signal }, isRecordList);

  const readPages = makePageReader(readList);

  return {
    pull: async (collection, since, signal) => {
      const filter = `filters[updatedAt][$gte]=${since}`;
      const outcome = await readList(`/${wirePath[collection]}?${filter}`, signal);
      if (outcome.kind !== 'ok') return outcome;
      if (isFollowed(outcome.body, 1)) return readPages(collection, filter, signal);
      return { kind: 'ok', value: { ...(await readRecords(collection, outcome.body)), pages: 1 } };
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
      const outcome = await ask(
        'remove',
        { method: 'DELETE', path, idempotencyKey: key, signal },
        isRecord(collection),
      );
      if (outcome.kind !== 'ok') return outcome;
      return { kind: 'ok', value: parseRecord(collection, dataOf(outcome.body)) };
    },
    leave: async (documentId, signal) => {
      const path = `/${wirePath.lists}/${encodeURIComponent(documentId)}/members/me`;
      // Only an empty answer means success.
      const outcome = await ask('remove', { method: 'DELETE', path, signal }, () => false);
      return outcome.kind === 'ok' ? { kind: 'ok', value: null } : outcome;
    },
    patch: async (collection, rows, signal) => {
      const path = `/${wirePath[collection]}/patch`;
      const data = Array.isArray(rows) ? rows.map(entryData) : entryData(rows);
      const isPatched = (body: unknown) => isRecordList(body) || (!Array.isArray(rows) && isRecord(collection)(body));
      const outcome = await ask('update', { method: 'PATCH', path, body: { data }, signal }, isPatched);
      if (outcome.kind !== 'ok') return outcome;
      const { records } = await readRecords(collection, { data: [dataOf(outcome.body)].flat() });
      return { kind: 'ok', value: { records, rejected: parseRejections(outcome.body) } };
    },
    patchForm,
    lookUp: async (collection, uuids, signal) => {
      const filter = uuids.map((uuid, index) => `filters[uuid][$in][${index}]=${encodeURIComponent(uuid)}`).join('&');
      return readPages(collection, filter, signal);
    },
  };
};
