import type { HttpAnswer, SendRequest } from './syncApi';

/**
 * One request with the headers of the session. No timeout by default, as specified: a round that hangs is given up through its
 * signal. Cookies are never sent: the bearer token alone signs in.
 */
export interface HttpPorts {
  readonly fetch: typeof fetch;
  /** `https://provider.example/api`, or `/api` on the same origin. */
  readonly apiUrl: string;
  readonly sessionId: string;
  readonly token: () => string | null;
  /** The `XSRF-TOKEN` cookie of this origin, if there is one. */
  readonly xsrfToken: () => string | null;
  /** A foreign origin would refuse the preflight of a header it does not know. */
  readonly takesIdempotencyKey: () => boolean;
}

/** A header carries bytes: what goes beyond ASCII travels as its UTF-8, as browsers send an event's id. */
export const headerText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

export const sessionHeaders = ({
  sessionId,
  token,
  xsrfToken,
}: Pick<HttpPorts, 'sessionId' | 'token' | 'xsrfToken'>) => {
  const headers: Record<string, string> = { 'X-Session-Id': sessionId };
  const bearer = token();
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  const xsrf = xsrfToken();
  if (xsrf) headers['X-XSRF-TOKEN'] = headerText(xsrf);
  return headers;
};

export const makeSend =
  (ports: HttpPorts): SendRequest =>
  async ({ method, path, body, idempotencyKey, signal }): Promise<HttpAnswer> => {
    const headers = sessionHeaders(ports);
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (idempotencyKey && ports.takesIdempotencyKey()) headers['Idempotency-Key'] = headerText(idempotencyKey);
    const response = await ports.fetch(ports.apiUrl + path, {
      method,
      headers,
      signal,
      cache: 'no-cache',
      credentials: 'omit',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.text(), header: (name) => response.headers.get(name) };
  };
