/** The codes of SQLite and PostgreSQL for a row that refers to a missing one. Rows refer to `users` only. */
const NO_SUCH_ROW = new Set<unknown>(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

/** Whether a write failed because the account was deleted after the request was checked. */
export const isUserGone = (error: unknown): boolean => NO_SUCH_ROW.has((error as { code?: unknown }).code);
