import type { HttpAnswer, SendRequest } from './call';

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
  readonly takesKeys: () => boolean;
}

/** A header carries bytes: what goes beyond ASCII travels as its UTF-8, as browsers send an event's id. */
export const headerText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

type SessionPorts = Pick<HttpPorts, 'sessionId' | 'token' | 'xsrfToken'>;

const sessionHeaders = ({ sessionId, token, xsrfToken }: SessionPorts) => {
  const headers: Record<string, string> = { 'X-Session-Id': sessionId };
  const bearer = token();
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  const xsrf = xsrfToken();
  if (xsrf) headers['X-XSRF-TOKEN'] = headerText(xsrf);
  return headers;
};

/**
 * What calls and stream have in common. A redirect is not followed: whatever stands at the other end, it is not the provider's
 * word about this request. Fetch then shows status 0, which counts as a failed call (`outcomes.ts`).
 */
export const sessionInit = (ports: SessionPorts) => ({
  headers: sessionHeaders(ports),
  credentials: 'omit' as const,
  redirect: 'manual' as const,
});

/** A body that breaks off on its way is none: what of it arrived tells nothing. */
const bodyOf = (response: Response): Promise<string> => response.text().catch(() => '');

export const makeSend =
  (ports: HttpPorts): SendRequest =>
  async ({ method, path, body, idempotencyKey, cache, signal }): Promise<HttpAnswer> => {
    const { headers, ...init } = sessionInit(ports);
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (idempotencyKey && ports.takesKeys()) headers['Idempotency-Key'] = headerText(idempotencyKey);
    const response = await ports.fetch(ports.apiUrl + path, {
      ...init,
      method,
      headers,
      signal,
      cache: cache ?? 'no-cache',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await bodyOf(response), header: (name) => response.headers.get(name) };
  };
