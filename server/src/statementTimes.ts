import type { LogConfig } from 'kysely';

/** Hears of each statement and how long it took, ms. */
export type WatchStatement = (statement: string, ms: number) => void;

/** Kysely measures by itself, where somebody wants to know. */
export const logTo = (watch: WatchStatement | undefined): { readonly log?: LogConfig } =>
  watch ? { log: ({ query, queryDurationMillis }) => watch(query.sql, queryDurationMillis) } : {};
