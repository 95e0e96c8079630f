/**
 * The database cannot serve now: it is unreachable, full, silent or stopped. The request is not at fault and may
 * succeed later, so the answer is 503. `message` is the driver's text.
 */
export class DatabaseFault extends Error {
  constructor(cause: unknown) {
    const { message, code } = (cause ?? {}) as { message?: unknown; code?: unknown };
    super(String(message || code));
    this.cause = cause;
  }
}

/** Another write takes too long, so this one could not begin. */
export const busy = (): DatabaseFault => new DatabaseFault(new Error('another write is going on'));
