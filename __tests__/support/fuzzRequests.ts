import fc from 'fast-check';

const anyOddText = fc.oneof(
  fc.constantFrom('own', 'own-item', '\u0000', '\ud800', '__proto__', 'constructor', "'; drop table lists; --", '-1'),
  fc.string({ unit: 'binary' }),
);
const anyKey = fc.oneof(
  fc.constantFrom('uuid', 'documentId', 'name', 'icon', 'list', 'description', 'quantity', 'done', 'idempotencyKey'),
  anyOddText,
);
const anyData = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyOddText,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const anyBody = fc.oneof(
  fc.constant(undefined),
  anyData,
  anyData.map((data) => ({ data })),
  fc.record({ identifier: anyOddText, password: anyOddText }),
);
const anyParameter = fc.oneof(
  fc.constantFrom('filters[updatedAt][$gte]', 'filters[uuid][$in][0]', 'pagination[page]', 'sort', '__proto__', 'a['),
  anyOddText,
);
/** Lone surrogates cannot be written in an address. */
const inAddress = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
const anyQuery = fc.oneof(
  fc.constant(''),
  fc.tuple(anyParameter, anyOddText).map(([name, value]) => `?${inAddress(name)}=${inAddress(value)}`),
);
const anyPath = fc.oneof(
  fc.constantFrom('/lists', '/list-items', '/lists/patch', '/list-items/patch', '/lists/LIST', '/list-items/ITEM'),
  fc.constantFrom('/auth/local', '/users/me'),
  anyOddText.map((text) => `/lists/${inAddress(text)}`),
);
const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: anyPath,
  query: anyQuery,
  body: anyBody,
  key: fc.oneof(fc.constantFrom('', 'd/own/0000000001-a', 'd/own-item/zzzzzzzzzz-a'), anyOddText.map(inAddress)),
});

interface FuzzTarget {
  /** Sends a request as a user who is signed in. */
  call(
    method: string,
    url: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ readonly status: number }>;
  /** Ids of two rows of that user. */
  readonly listId: string;
  readonly itemId: string;
}

/**
 * Sends odd requests, and stops at the first that the server answers wrongly. The error contains the seed and this request, as short as possible.
 * @param seed chooses the requests; without it they differ each time
 */
export const fuzzRequests = async (
  { call, listId, itemId }: FuzzTarget,
  requests: number,
  seed?: number,
): Promise<void> => {
  const property = fc.asyncProperty(anyRequest, async ({ method, path, query, body, key }) => {
    const url = `/api${path.replace('LIST', listId).replace('ITEM', itemId)}${query}`;
    const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
    const headers = key ? { 'idempotency-key': key } : undefined;
    const { status } = await call(method, url, hasBody ? JSON.stringify(body) : undefined, headers);
    if (status >= 500) throw new Error(`${method} ${url} was answered ${status}`);
  });
  await fc.assert(property, { numRuns: requests, ...(seed !== undefined && { seed }) });
};
