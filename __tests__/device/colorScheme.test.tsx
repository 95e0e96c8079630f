import { beforeEach, describe, expect, test } from '@jest/globals';
import { chooseColorScheme, readColorScheme, showColorScheme } from '../../src/device/colorScheme';

const bars = (): string[] =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ media }) => media);
const chosen = (): string => readColorScheme(() => localStorage);

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = `
    <meta name="theme-color" content="#F7F5EF" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#121510" media="(prefers-color-scheme: dark)" />`;
  showColorScheme(document, 'system');
});

describe('light or dark', () => {
  test('is the device’s own choice until somebody chooses', () => {
    expect(chosen()).toBe('system');
    expect(document.documentElement.dataset.scheme).toBeUndefined();
  });

  test('chosen by hand is shown, also in the browser’s bars, and remembered', () => {
    chooseColorScheme(window, 'dark');
    expect([document.documentElement.dataset.scheme, chosen(), bars()]).toEqual(['dark', 'dark', ['not all', 'all']]);
    chooseColorScheme(window, 'light');
    expect([document.documentElement.dataset.scheme, chosen(), bars()]).toEqual(['light', 'light', ['all', 'not all']]);
  });

  test('goes back to the device’s, and nothing is left behind', () => {
    chooseColorScheme(window, 'dark');
    chooseColorScheme(window, 'system');
    expect(document.documentElement.dataset.scheme).toBeUndefined();
    expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    expect(localStorage).toHaveLength(0);
  });

  test('is the device’s where the stored word is none of ours, or the storage is closed', () => {
    localStorage.setItem('colorScheme', 'sepia');
    expect(chosen()).toBe('system');
    const closed = (): Storage => {
      throw new DOMException('closed', 'SecurityError');
    };
    expect(readColorScheme(closed)).toBe('system');
  });
});
