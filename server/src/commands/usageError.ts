/** A command with wrong usage; without a message the usage text is printed. */
export class UsageError extends Error {}
