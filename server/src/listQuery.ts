import type { Collection } from '../../src/contract/records';
import { ECHO_LIMIT, invalid, invalidKey, Problem } from './problems';
import { fieldNames, type RecordRow } from './wireRecord';

/** The parameters of a pull. `page` is null for everything in one answer. */
interface ListQuery {
  /** Epoch ms, inclusive. */
  readonly since: number;
  readonly uuids: ReadonlySet<string> | null;
  readonly page: { readonly number: number; readonly size: number } | null;
  readonly order: readonly { readonly column: SortColumn; readonly sign: 1 | -1 }[];
}

const SORT_COLUMNS = { id: 'created_at', createdAt: 'created_at', updatedAt: 'updated_at' } as const;
type SortColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS];
const isSortKey = (key: string): key is keyof typeof SORT_COLUMNS => Object.hasOwn(SORT_COLUMNS, key);

const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

const parseMoment = (text: string): number => {
  const ms = /^\d{1,16}$/.test(text) ? Number(text) : ISO_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw invalid('Invalid format, expected a timestamp or an ISO date');
  return ms;
};

const parseCount = (key: string, text: string): number => {
  if (/^-?\d{1,9}$/.test(text)) return Math.max(1, Number(text));
  throw invalid(`pagination ${key} must be a number`, { key, source: 'query', param: 'pagination' });
};

const parseSort = (text: string): ListQuery['order'] =>
  text.split(',').map((part) => {
    const [key = '', direction = 'asc'] = part.split(':');
    if (!isSortKey(key)) throw invalidKey(key, 'query');
    if (direction !== 'asc' && direction !== 'desc') throw invalid('Invalid sort order, expected asc or desc');
    return { column: SORT_COLUMNS[key], sign: direction === 'asc' ? 1 : -1 };
  });

/** `filters[updatedAt][$gte]` → `['filters', 'updatedAt', '$gte']` */
const pathOf = (key: string): readonly string[] => key.split('[').map((part) => part.replace(/\]$/, ''));

const KNOWN_FIELDS = new Set(['id', 'documentId', 'uuid', 'createdAt', 'updatedAt', 'deletedAt', 'list']);

const refuseFilter = (collection: Collection, field = '', given = ''): Problem => {
  const operator = given.slice(0, ECHO_LIMIT);
  if (!KNOWN_FIELDS.has(field) && !fieldNames(collection).includes(field)) return invalidKey(field, 'query');
  return invalid(`Invalid key ${operator} at ${field}`, {
    key: operator,
    path: field,
    source: 'query',
    param: 'filters',
  });
};

/**
 * Parses the part of Strapi's query language that a pull uses. Keys are decoded; repeated values are arrays. Other
 * parameters are ignored, as Strapi does.
 * @throws 400 for an unsupported filter, page or order: ignoring it would make the answer look complete
 */
export const parseListQuery = (collection: Collection, query: Readonly<Record<string, unknown>>): ListQuery => {
  let since = 0;
  let uuids: Set<string> | null = null;
  let page: ListQuery['page'] = null;
  const order: ListQuery['order'][number][] = [];

  const readFilter = ([, field, operator, ...rest]: readonly string[], values: readonly string[]): void => {
    const [value = ''] = values;
    if (field === 'uuid' && (operator === '$in' || operator === '$eq')) {
      if (operator === '$eq' && values.length > 1) throw refuseFilter(collection, field, operator);
      uuids = new Set([...(uuids ?? []), ...values]);
    } else if (field === 'updatedAt' && (operator === '$gte' || operator === '$gt')) {
      if (values.length > 1 || rest.length > 0) throw invalid('Invalid format, expected a timestamp or an ISO date');
      since = Math.max(since, parseMoment(value) + (operator === '$gt' ? 1 : 0));
    } else throw refuseFilter(collection, field, operator);
  };

  const readPage = ([, key = '']: readonly string[], [value = '']: readonly string[]): void => {
    const { number, size } = page ?? { number: 1, size: 25 };
    if (key === 'page') page = { number: parseCount(key, value), size };
    else if (key === 'pageSize') page = { number, size: parseCount(key, value) };
    else if (key === 'limit' && value === '-1') page = null;
    else if (key !== 'withCount') {
      throw new Problem(
        400,
        'PaginationError',
        `pagination ${key.slice(0, 20)} is not supported, use page and pageSize`,
      );
    }
  };

  for (const [key, raw] of Object.entries(query)) {
    const path = pathOf(key);
    const values = (Array.isArray(raw) ? raw : [raw]).map(String);
    if (path[0] === 'filters') readFilter(path, values);
    else if (path[0] === 'pagination') readPage(path, values);
    // A column that is named again decides nothing, and thousands of them would be compared for each row.
    else if (path[0] === 'sort')
      for (const key of values.flatMap(parseSort))
        if (!order.some(({ column }) => column === key.column)) order.push(key);
  }
  return { since, uuids, page, order };
};

const compareBy =
  (order: ListQuery['order']) =>
  (a: RecordRow, b: RecordRow): number => {
    for (const { column, sign } of order) if (a[column] !== b[column]) return sign * (a[column] - b[column]);
    // Rows of different owners may have the same time; the uuid keeps the order of pages stable.
    return a.created_at - b.created_at || (a.uuid < b.uuid ? -1 : 1);
  };

/** Which part of all rows an answer contains. */
export interface Pagination {
  readonly page: number;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly total: number;
}

/** Selects and sorts the requested rows, and counts the rows of all pages. */
export const selectRows = (
  rows: readonly RecordRow[],
  { uuids, order, page }: ListQuery,
): { readonly rows: readonly RecordRow[]; readonly pagination: Pagination } => {
  const wanted = uuids ? rows.filter(({ uuid }) => uuids.has(uuid)) : rows;
  const ordered = order.length > 0 ? [...wanted].sort(compareBy(order)) : wanted;
  const total = ordered.length;
  const { number, size } = page ?? { number: 1, size: Math.max(1, total) };
  const shown = page ? ordered.slice((number - 1) * size, number * size) : ordered;
  return { rows: shown, pagination: { page: number, pageSize: size, pageCount: Math.ceil(total / size), total } };
};
