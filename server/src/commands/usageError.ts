/** A command that was not understood; without a message the answer is how commands are written. */
export class UsageError extends Error {}
