/**
 * An error that the caller caused, in Strapi's words. Any code below a route may throw it. The error handler
 * (`errorAnswers.ts`) answers it as `{data: null, error: {status, name, message, details}}`.
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
/** Strapi's words; a client then looks the row up by its uuid. */
export const notUnique = (): Problem => invalid('This attribute must be unique');
/** As many members, lists or invitations as there may be. */
export const limitReached = (message: string): Problem => new Problem(400, 'LimitError', message);
export const notOwner = (): Problem => new Problem(400, 'NotOwnerError', 'Only the owner of the list may do this');
export const invalid = (message: string, details: object = {}): Problem =>
  new Problem(400, 'ValidationError', message, details);

/** Longer input is cut in answers, so that an answer does not grow with the request. */
export const ECHO_LIMIT = 200;

export const invalidKey = (given: string, source: 'body' | 'query'): Problem => {
  const key = given.slice(0, ECHO_LIMIT);
  return invalid(`Invalid key ${key}`, { key, path: null, source });
};

export const stopping = (): Problem => new Problem(503, 'ServiceUnavailableError', 'The server stops');
/** The database is unreachable, full or silent. The driver's message goes to the log only. */
export const unavailable = (): Problem =>
  new Problem(503, 'ServiceUnavailableError', 'The database is not available', {}, { 'Retry-After': '5' });
export const tooLarge = (message: string): Problem => new Problem(413, 'PayloadTooLargeError', message);
export const missingData = (): Problem => invalid('Missing "data" payload in the request body');

/** Too many tries; `resetAt` (epoch ms) is the time of the next allowed one. */
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

/** Combines field errors into one problem. One error keeps its message, several are counted, as Strapi does. */
export const invalidFields = (errors: readonly FieldError[]): Problem => {
  const [first] = errors;
  const message = first && errors.length === 1 ? first.message : `${errors.length} errors occurred`;
  return invalid(message, { errors });
};

export const problemBody = (problem: Problem): object => ({
  data: null,
  error: { status: problem.status, name: problem.name, message: problem.message, details: problem.details },
});
