import type { LogConfig } from 'kysely';

/** Receives each statement and its duration in ms. */
export type WatchStatement = (statement: string, ms: number) => void;

/** Makes Kysely report durations, if somebody listens. */
export const logTo = (watch: WatchStatement | undefined): { readonly log?: LogConfig } =>
  watch ? { log: ({ query, queryDurationMillis }) => watch(query.sql, queryDurationMillis) } : {};
