/** A reason not to start that the operator can fix; shown in one line without a stack. */
export class StartUpError extends Error {}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
