import type { HttpRequest } from '../../src/sync/wire/call';
import type { WireAnswer } from './strangeAnswers';

/** A browser's `fetch`, as far as the product uses it: it follows redirects and has an HTTP cache. */

const OPAQUE: WireAnswer = { status: 0, body: '', header: () => null };

/** Reads a body in one part. */
const readerOf = (body: string): object => {
  const parts = [new TextEncoder().encode(body)];
  return {
    read: async () => {
      const value = parts.pop();
      return { done: !value, value };
    },
  };
};

/** The parts of a response that the product reads. A real `Response` would be slower. */
export const responseOf = (
  { status, body, header }: WireAnswer,
  {
    type = 'basic',
    isRedirected = false,
    reader = readerOf(body),
  }: { type?: ResponseType; isRedirected?: boolean; reader?: object } = {},
): Response =>
  ({
    status,
    ok: status >= 200 && status < 300,
    type,
    redirected: isRedirected,
    headers: { get: header, has: (name: string) => header(name) !== null },
    text: async () => body,
    body: { getReader: () => reader },
  }) as unknown as Response;

/** One browser's HTTP cache. It returns a stored body while the provider answers with the same ETag. */
export const makeHttpCache = () => {
  const kept = new Map<string, { readonly etag: string; readonly body: string }>();
  return {
    answer: (path: string, mode: RequestCache | undefined, fresh: WireAnswer): WireAnswer => {
      const { etag } = fresh;
      if (etag === undefined || mode === 'no-store') return fresh;
      const known = kept.get(path);
      if (known?.etag === etag && mode !== 'reload') return { ...fresh, body: known.body };
      kept.set(path, { etag, body: fresh.body });
      return fresh;
    },
  };
};

export type HttpCache = ReturnType<typeof makeHttpCache>;

/** The request as the provider sees it. */
export const requestOf = (path: string, init: RequestInit): HttpRequest => {
  const headers = init.headers as Readonly<Record<string, string>>;
  return {
    method: (init.method ?? 'GET') as HttpRequest['method'],
    path,
    signal: init.signal ?? new AbortController().signal,
    ...(init.body !== undefined && init.body !== null && { body: JSON.parse(String(init.body)) }),
    ...(headers['Idempotency-Key'] && { idempotencyKey: headers['Idempotency-Key'] }),
  };
};

/** The response that a page gets when the wire gives this answer. */
export const received = (
  answer: WireAnswer,
  { path, method }: HttpRequest,
  init: RequestInit,
  cache: HttpCache,
): Response => {
  if (answer.page) {
    if (init.redirect === 'error') throw new TypeError('Failed to fetch');
    if (init.redirect === 'manual') return responseOf(OPAQUE, { type: 'opaqueredirect' });
    return responseOf(answer.page, { isRedirected: true });
  }
  return responseOf(method === 'GET' ? cache.answer(path, init.cache, answer) : answer);
};
