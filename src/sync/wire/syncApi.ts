import type { RowId } from '../../contract/ids';
import { type CallKind, isWorthRetrying, type Outcome } from '../../contract/outcomes';
import {
  type Collection,
  type Fields,
  isObject,
  parseRecord,
  type Step,
  type WireRecord,
  wirePath,
} from '../../contract/records';
import { call, type HttpRequest, type SendRequest } from './call';
import { dataOf, idsIn, isFollowed, isRecordList, joined, type RecordList, readRecords, totalOf } from './recordList';

/**
 * The provider's record requests. Each answer is a value. Only `call` (by `outcomeOf`) interprets a status.
 */

type Failure = Exclude<Outcome, { kind: 'ok' }>;
export type ApiResult<Value> = { readonly kind: 'ok'; readonly value: Value } | Failure;

export interface Pull extends RecordList {
  /** The number of requests. With more than one, rows may have moved between the pages. */
  readonly pages: number;
}

/** The answer to a PATCH. */
export interface Patched {
  readonly records: readonly WireRecord[];
  readonly rejected: readonly Rejection[];
}

/** One entry of a PATCH that the provider refused. The others were accepted. */
interface Rejection {
  readonly uuid: string;
  readonly status: number;
  readonly message: string;
}

export interface PatchEntry {
  readonly documentId: string;
  readonly uuid: RowId;
  readonly fields: Fields;
  readonly key: string;
}

export interface SyncApi {
  pull(collection: Collection, since: string, signal: AbortSignal): Promise<ApiResult<Pull>>;
  /**
   * Sends the write of one row. The value is null if the answer to a removal contains no record.
   * @param key the idempotency key
   */
  write(collection: Collection, step: Step, key: string, signal: AbortSignal): Promise<ApiResult<WireRecord | null>>;
  patch(collection: Collection, rows: readonly PatchEntry[], signal: AbortSignal): Promise<ApiResult<Patched>>;
  /** At most 100 uuids: Strapi silently ignores a longer `$in`. */
  lookUp(collection: Collection, uuids: readonly RowId[], signal: AbortSignal): Promise<ApiResult<Pull>>;
}

const PAGE_SIZE = 100;
/** How often all pages are read again because rows moved. After that, the result is used as it is. */
const PAGING_TRIES = 3;
export const MAX_LOOK_UP = 100;

const writeRequest = (collection: Collection, step: Step): Pick<HttpRequest, 'method' | 'path' | 'body'> => {
  const path = `/${wirePath[collection]}`;
  if (step.type === 'create') return { method: 'POST', path, body: { data: step.body } };
  const ofRow = `${path}/${encodeURIComponent(step.documentId)}`;
  if (step.type === 'update') return { method: 'PUT', path: ofRow, body: { data: step.fields } };
  return { method: 'DELETE', path: step.isLeaving ? `${ofRow}/members/me` : ofRow };
};

const isRecord = (collection: Collection) => (body: unknown) => parseRecord(collection, dataOf(body)) !== null;

const entryData = ({ documentId, uuid, fields, key }: PatchEntry) => ({
  documentId,
  uuid,
  ...fields,
  ...(key && { idempotencyKey: key }),
});

type ReadList = (path: string, signal: AbortSignal) => Promise<Outcome>;

/** A server that answers so ignores which page is asked for, and would announce a next page for ever. */
const NOTHING_NEW: ApiResult<Pull> = {
  kind: 'retry',
  reason: 'a page without new rows',
  afterMs: null,
  brokenBy: 'other',
};

/**
 * Reads all pages from the first, in an order that no edit changes. The unsorted first answer cannot be the first page.
 * Each page that promises another one has to bring a row that no page before it had.
 */
const makePageReader = (readList: ReadList) => {
  const readPages = async (
    collection: Collection,
    filter: string,
    signal: AbortSignal,
    tries = PAGING_TRIES,
  ): Promise<ApiResult<Pull>> => {
    const pages: RecordList[] = [];
    const seen = new Set<string>();
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
      const known = seen.size;
      for (const id of idsIn(outcome.body)) seen.add(id);
      if (seen.size === known) return NOTHING_NEW;
    }
  };
  return readPages;
};

/** The refused entries in a body. */
const parseRejections = (body: unknown): Rejection[] => {
  const rejected = isObject(body) && isObject(body.meta) ? body.meta.rejected : null;
  if (!Array.isArray(rejected)) return [];
  const read = rejected.filter(isObject).map(({ uuid, status, message }) => ({
    uuid: String(uuid),
    status: typeof status === 'number' ? status : 400,
    message: typeof message === 'string' ? message : '',
  }));
  // An entry that is only postponed has no answer.
  return read.filter(({ status }) => !isWorthRetrying(status));
};

/**
 * @param now epoch ms, to read a `Retry-After` that is a date
 */
export const makeSyncApi = (send: SendRequest, now: () => number): SyncApi => {
  const ask = async (kind: CallKind, request: HttpRequest, promises: (body: unknown) => boolean): Promise<Outcome> =>
    (await call({ send, now }, { kind, request, promises })).outcome;

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
    write: async (collection, step, key, signal) => {
      const request = { ...writeRequest(collection, step), signal, idempotencyKey: key };
      const outcome = await ask(step.type, request, isRecord(collection));
      if (outcome.kind !== 'ok') return outcome;
      return { kind: 'ok', value: parseRecord(collection, dataOf(outcome.body)) };
    },
    patch: async (collection, rows, signal) => {
      const path = `/${wirePath[collection]}/patch`;
      const body = { data: rows.map(entryData) };
      const outcome = await ask('update', { method: 'PATCH', path, body, signal }, isRecordList);
      if (outcome.kind !== 'ok') return outcome;
      const { records } = await readRecords(collection, outcome.body);
      return { kind: 'ok', value: { records, rejected: parseRejections(outcome.body) } };
    },
    lookUp: async (collection, uuids, signal) => {
      const filter = uuids.map((uuid, index) => `filters[uuid][$in][${index}]=${encodeURIComponent(uuid)}`).join('&');
      return readPages(collection, filter, signal);
    },
  };
};
