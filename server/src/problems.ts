/**
 * An answer that is the caller's doing, in Strapi's words. Thrown anywhere below a route; the one error handler of `app.ts`
 * renders it as `{data: null, error: {status, name, message, details}}`.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    override readonly name: string,
    message: string,
    readonly details: object = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export interface FieldError {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value?: unknown;
}

export const notFound = (message = 'Not Found'): Problem => new Problem(404, 'NotFoundError', message);
export const forbidden = (): Problem => new Problem(403, 'ForbiddenError', 'Forbidden');
export const unauthorized = (message = 'Missing or invalid credentials'): Problem =>
  new Problem(401, 'UnauthorizedError', message);
export const refused = (message: string): Problem => new Problem(400, 'ApplicationError', message);
/** In Strapi's words: a client looks the row up by its uuid then. */
export const notUnique = (): Problem => invalid('This attribute must be unique');
export const notOwner = (): Problem => new Problem(400, 'NotOwnerError', 'Only the owner of the list may do this');
export const invalid = (message: string, details: object = {}): Problem =>
  new Problem(400, 'ValidationError', message, details);

/** What the caller wrote is echoed only while short: an answer must not grow with the question. */
export const ECHO_LIMIT = 200;

export const invalidKey = (given: string, source: 'body' | 'query'): Problem => {
  const key = given.slice(0, ECHO_LIMIT);
  return invalid(`Invalid key ${key}`, { key, path: null, source });
};

export const stopping = (): Problem => new Problem(503, 'ServiceUnavailableError', 'The server stops');
/** The database is away, full or silent; what the driver said about it goes to the log alone. */
export const unavailable = (): Problem =>
  new Problem(503, 'ServiceUnavailableError', 'The database is not available', {}, { 'Retry-After': '5' });
/** Somebody else's write takes its time: this one is as good as it was. */
export const busy = (): Problem => new Problem(503, 'ServiceUnavailableError', 'Another write is going on');
export const missingData = (): Problem => invalid('Missing "data" payload in the request body');

/** Too many tries; `resetAt` (epoch ms) says when the next one is welcome. */
export const tooMany = (now: number, resetAt: number): Problem =>
  new Problem(
    429,
    'RateLimitError',
    'Too many requests, please try again later.',
    {},
    {
      'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))),
      'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
    },
  );

/** One problem out of many field errors: a single one speaks for itself, several are counted, as Strapi does. */
export const invalidFields = (errors: readonly FieldError[]): Problem => {
  const [first] = errors;
  const message = first && errors.length === 1 ? first.message : `${errors.length} errors occurred`;
  return invalid(message, { errors });
};

export const problemBody = (problem: Problem): object => ({
  data: null,
  error: { status: problem.status, name: problem.name, message: problem.message, details: problem.details },
});
