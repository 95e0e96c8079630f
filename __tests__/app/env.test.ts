import { describe, expect, test } from '@jest/globals';
import { parseEnv } from '../../src/app/env';

describe('the settings of the build', () => {
  test('may all be absent: same origin, no diff mode, no analytics', () => {
    expect(parseEnv({})).toEqual({
      env: { apiUrl: '/api', isSameOrigin: true, isDiffMode: false, isProduction: false, analytics: null, build: '' },
    });
  });

  test('name another provider, diff mode, and analytics in the EU unless told', () => {
    const vars = { VITE_API_URL: 'https://api.example.com', VITE_DIFF_MODE: 'on', VITE_POSTHOG_KEY: 'k', PROD: true };
    expect(parseEnv(vars)).toEqual({
      env: {
        apiUrl: 'https://api.example.com/api',
        isSameOrigin: false,
        isDiffMode: true,
        isProduction: true,
        analytics: { key: 'k', host: 'https://eu.i.posthog.com', isRecording: false },
        build: '',
      },
    });
  });

  test('are refused with the whole list of what is wrong', () => {
    expect(parseEnv({ VITE_API_URL: 'example.com/', VITE_DIFF_MODE: 'yes', VITE_POSTHOG_HOST: 'ftp://x' })).toEqual({
      problems: [
        'VITE_API_URL must be empty or an http(s) origin, not "example.com/"',
        'VITE_DIFF_MODE must be on or off, not "yes"',
        'VITE_POSTHOG_HOST must be an http(s) origin, not "ftp://x"',
      ],
    });
  });
});
