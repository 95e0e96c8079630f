import { BASE_PATH } from '../contract/basePath';
import { isOrigin } from '../contract/origin';

/** What the build was told about its world; the only place that reads `import.meta.env`. */
export interface Env {
  /** `/api` on the same origin, below the path of the app, or the API of another provider. */
  readonly apiUrl: string;
  readonly isSameOrigin: boolean;
  readonly isDiffMode: boolean;
  /** False while developing, where a service worker would hide what has just been changed. */
  readonly isProduction: boolean;
  /** Null: analytics are off and nothing of them is loaded. */
  readonly analytics: { readonly key: string; readonly host: string; readonly isRecording: boolean } | null;
  /** Names the build, for the log; empty when it was not named. */
  readonly build: string;
}

export type ParsedEnv = { readonly env: Env } | { readonly problems: readonly string[] };

type Vars = Readonly<Record<string, unknown>>;

const ANALYTICS_HOST = 'https://eu.i.posthog.com';

/** What the build puts in its place; absent where there is no build, as in tests. */
declare const BUILT_WITH_ANALYTICS: boolean | undefined;

/** A constant of the build, so that one without a key does not even contain what tells of usage. */
export const HAS_ANALYTICS = typeof BUILT_WITH_ANALYTICS === 'boolean' && BUILT_WITH_ANALYTICS;

/** Reads the variables once, and finds all that is wrong with them rather than the first thing. */
export const parseEnv = (vars: Vars): ParsedEnv => {
  const text = (name: string): string => {
    const value = vars[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const api = text('VITE_API_URL');
  const diffMode = text('VITE_DIFF_MODE');
  const key = text('VITE_POSTHOG_KEY');
  const host = text('VITE_POSTHOG_HOST') || ANALYTICS_HOST;
  const recording = text('VITE_POSTHOG_RECORDING');
  const problems = [
    api !== '' && !isOrigin(api) && `VITE_API_URL must be empty or an http(s) origin, not "${api}"`,
    !['', 'on', 'off'].includes(diffMode) && `VITE_DIFF_MODE must be on or off, not "${diffMode}"`,
    !isOrigin(host) && `VITE_POSTHOG_HOST must be an http(s) origin, not "${host}"`,
    !['', 'on', 'off'].includes(recording) && `VITE_POSTHOG_RECORDING must be on or off, not "${recording}"`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return { problems };
  return {
    env: {
      apiUrl: api === '' ? `${BASE_PATH}api` : `${api}/api`,
      isSameOrigin: api === '',
      isDiffMode: diffMode === 'on',
      isProduction: vars.PROD === true,
      analytics: key === '' ? null : { key, host, isRecording: recording === 'on' },
      build: text('VITE_BUILD'),
    },
  };
};

/** @throws with the list of what is wrong: a build with a wrong setting must not start */
export const readEnv = (): Env => {
  const parsed = parseEnv(import.meta.env);
  if ('problems' in parsed) throw new Error(`Wrong settings:\n${parsed.problems.join('\n')}`);
  return parsed.env;
};
