import { BASE_PATH } from '../contract/basePath';
import { isOrigin } from '../contract/origin';

/** The settings of the build. Only this file reads `import.meta.env`. */
export interface Env {
  /** `/api` below the app's path on the same origin, or the API of another provider. */
  readonly apiUrl: string;
  readonly isSameOrigin: boolean;
  readonly isDiffMode: boolean;
  /** False in development, where a service worker would serve old code. */
  readonly isProduction: boolean;
  /** Null: analytics are off, and none of their code is loaded. */
  readonly analytics: { readonly key: string; readonly host: string; readonly isRecording: boolean } | null;
  /** The name of the build, for the log; empty without a name. */
  readonly build: string;
}

type ParsedEnv = { readonly env: Env } | { readonly problems: readonly string[] };

type Vars = Readonly<Record<string, unknown>>;

const ANALYTICS_HOST = 'https://eu.i.posthog.com';

/** Parses the variables and reports all problems, not only the first. */
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

/** @throws with the list of problems: a build with wrong settings must not start */
export const readEnv = (): Env => {
  const parsed = parseEnv(import.meta.env);
  if ('problems' in parsed) throw new Error(`Wrong settings:\n${parsed.problems.join('\n')}`);
  return parsed.env;
};
