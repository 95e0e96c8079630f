import { describe, expect, test } from '@jest/globals';
import { parseEnv } from '../../src/app/env';

describe('the settings of the build', () => {
  test('may all be absent: same origin, no diff mode, no analytics', () => {
    expect(parseEnv({})).toEqual({
      apiUrl: '/api',
      isSameOrigin: true,
      isDiffMode: false,
      isProduction: false,
      analytics: null,
      build: '',
    });
  });

  test('name another provider, diff mode, and analytics in the EU unless told', () => {
    const vars = { VITE_API_URL: 'https://api.example.com', VITE_DIFF_MODE: 'on', VITE_POSTHOG_KEY: 'k', PROD: true };
    expect(parseEnv(vars)).toEqual({
      apiUrl: 'https://api.example.com/api',
      isSameOrigin: false,
      isDiffMode: true,
      isProduction: true,
      analytics: { key: 'k', host: 'https://eu.i.posthog.com', isRecording: false },
      build: '',
    });
  });
});
