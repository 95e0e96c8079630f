import { BASE_PATH } from '../contract/basePath';

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

type Vars = Readonly<Record<string, unknown>>;

const ANALYTICS_HOST = 'https://eu.i.posthog.com';

/** Parses the variables. Nothing is checked here: the build refuses wrong ones (`tools/settingProblems.ts`). */
export const parseEnv = (vars: Vars): Env => {
  const text = (name: string): string => {
    const value = vars[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const api = text('VITE_API_URL');
  const key = text('VITE_POSTHOG_KEY');
  const host = text('VITE_POSTHOG_HOST') || ANALYTICS_HOST;
  return {
    apiUrl: api === '' ? `${BASE_PATH}api` : `${api}/api`,
    isSameOrigin: api === '',
    isDiffMode: text('VITE_DIFF_MODE') === 'on',
    isProduction: vars.PROD === true,
    analytics: key === '' ? null : { key, host, isRecording: text('VITE_POSTHOG_RECORDING') === 'on' },
    build: text('VITE_BUILD'),
  };
};

export const readEnv = (): Env => parseEnv(import.meta.env);
