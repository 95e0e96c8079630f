import type { HttpAnswer, SendRequest } from './call';

/**
 * Sends one request with the headers of the session. There is no timeout by default, as specified; a hanging round is
 * cancelled by its signal. Cookies are never sent, because only the bearer token signs in.
 */
export interface HttpPorts {
  readonly fetch: typeof fetch;
  /** `https://provider.example/api`, or `/api` on the same origin. */
  readonly apiUrl: string;
  readonly sessionId: string;
  readonly token: () => string | null;
  /** The `XSRF-TOKEN` cookie of this origin, if there is one. */
  readonly xsrfToken: () => string | null;
  /** Called when a part of an answer has come. On a slow network a long one may take minutes. */
  readonly heard?: () => void;
}

/** A header carries bytes, so other characters than ASCII are sent as UTF-8, as browsers send an event's id. */
export const headerText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

type SessionPorts = Pick<HttpPorts, 'sessionId' | 'token' | 'xsrfToken'>;

const sessionHeaders = ({ sessionId, token, xsrfToken }: SessionPorts) => {
  const headers: Record<string, string> = { 'X-Session-Id': headerText(sessionId) };
  const bearer = token();
  if (bearer) headers.Authorization = `Bearer ${headerText(bearer)}`;
  const xsrf = xsrfToken();
  if (xsrf) headers['X-XSRF-TOKEN'] = headerText(xsrf);
  return headers;
};

/**
 * The common part of requests and the stream. A redirect is not followed, because its target is not the provider's
 * answer to this request. Fetch then returns status 0, which counts as a failed request (`outcomes.ts`).
 */
export const sessionInit = (ports: SessionPorts) => ({
  headers: sessionHeaders(ports),
  credentials: 'omit' as const,
  redirect: 'manual' as const,
});

/**
 * Our server returns this header as it came. An answer that names another request was recorded earlier, or was made for
 * somebody else: a cache on the way mixed them up. Only our origin gets the header, because others may refuse it.
 */
const REQUEST_NAME = 'X-Listy-Request';
/** An answer to another request counts as one whose body was cut off. A read is then repeated without the browser's cache. */
const FOREIGN_ANSWER: HttpAnswer = { status: 200, body: '', header: () => null };
const newName = (): string => Math.random().toString(36).slice(2);

/** A body that was cut off counts as no body. @param heard called for the head and for each part of the body */
const bodyOf = async ({ body }: Response, heard: () => void): Promise<string> => {
  heard();
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      heard();
      text += decoder.decode(value, { stream: !done });
      if (done) return text;
    }
  } catch {
    return '';
  }
};

export const makeSend =
  ({ heard = () => undefined, ...ports }: HttpPorts): SendRequest =>
  async ({ method, path, body, idempotencyKey, language, cache, signal }): Promise<HttpAnswer> => {
    const { headers, ...init } = sessionInit(ports);
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const name = newName();
    if (ports.apiUrl.startsWith('/')) headers[REQUEST_NAME] = name;
    if (idempotencyKey) headers['Idempotency-Key'] = headerText(idempotencyKey);
    if (language) headers['Accept-Language'] = language;
    const response = await ports.fetch(ports.apiUrl + path, {
      ...init,
      method,
      headers,
      signal,
      cache: cache ?? 'no-cache',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if ((response.headers.get(REQUEST_NAME) ?? name) !== name) return FOREIGN_ANSWER;
    return {
      status: response.status,
      body: await bodyOf(response, heard),
      header: (name) => response.headers.get(name),
    };
  };
