/**
 * The database cannot serve now: it is away, full, silent or stopped. Not the request's fault, and another try later may do, so it is answered
 * 503 everywhere. `message` is the cause as the driver told it.
 */
export class DatabaseFault extends Error {
  constructor(cause: unknown) {
    const { message, code } = (cause ?? {}) as { message?: unknown; code?: unknown };
    super(String(message || code));
    this.cause = cause;
  }
}
