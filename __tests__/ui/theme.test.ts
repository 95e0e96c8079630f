import { describe, expect, test } from '@jest/globals';
import { colorSheets, theme } from '../../src/ui/theme';
import { DARK, LIGHT, type Tokens } from '../../src/ui/tokens';

/** Relative luminance of `#RRGGBB`, as WCAG 2.2 defines it. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

const TEXT_MIN = 4.5;
const CONTROL_MIN = 3;

/** [front, back, smallest ratio, ratio in light, ratio in dark] as promised by the brief, to one decimal. */
const PAIRS: readonly [keyof Tokens, keyof Tokens, number, number, number][] = [
  ['text', 'background', TEXT_MIN, 15.0, 15.3],
  ['text', 'surface', TEXT_MIN, 16.4, 13.9],
  ['text2', 'background', TEXT_MIN, 6.3, 9.2],
  ['text2', 'surface', TEXT_MIN, 6.8, 8.4],
  ['text2', 'raised', TEXT_MIN, 6.8, 7.4],
  ['outline', 'surface', CONTROL_MIN, 4.2, 5.3],
  ['outline', 'background', CONTROL_MIN, 3.9, 5.8],
  ['onPrimary', 'primary', TEXT_MIN, 6.5, 7.8],
  ['primary', 'background', TEXT_MIN, 5.9, 10.3],
  ['onBadge', 'badge', TEXT_MIN, 10.4, 8.3],
  ['onError', 'error', TEXT_MIN, 6.5, 7.7],
  ['error', 'background', TEXT_MIN, 6.0, 10.9],
  ['onErrorSoft', 'errorSoft', TEXT_MIN, 10.7, 10.1],
  ['onWarnSoft', 'warnSoft', TEXT_MIN, 9.8, 9.7],
  ['onSnackbar', 'snackbar', TEXT_MIN, 11.9, 11.8],
  ['snackbarAction', 'snackbar', TEXT_MIN, 8.1, 5.1],
];

describe('contrast', () => {
  test.each(PAIRS)('%s on %s is at least %d', (front, back, smallest, light, dark) => {
    for (const [tokens, promised] of [[LIGHT, light] as const, [DARK, dark] as const]) {
      const ratio = contrast(tokens[front], tokens[back]);
      expect(ratio).toBeGreaterThanOrEqual(smallest);
      expect(Math.abs(ratio - promised)).toBeLessThan(0.11);
    }
  });
});

describe('the theme', () => {
  const sheets = JSON.stringify(colorSheets(theme().generateStyleSheets()));

  test('follows the colour scheme of the device, unless the person has chosen', () => {
    expect(sheets).toContain('"@media (prefers-color-scheme: dark)":{":root:not([data-scheme=light])"');
    expect(sheets).toContain('":root[data-scheme=dark]":{"colorScheme":"dark"');
    for (const color of [...Object.values(LIGHT), ...Object.values(DARK)]) expect(sheets).toContain(color);
  });

  test('gives every own colour as a CSS variable', () => {
    for (const name of ['surface', 'raised', 'sunken', 'outline', 'badge', 'warnSoft', 'errorSoft', 'snackbar']) {
      expect(sheets).toContain(`--mui-palette-${name}`);
    }
  });

  test('sizes text in rem, and nothing below 13 px', () => {
    const { h1, h2, body1, body2, subtitle1, subtitle2, caption, button } = theme().typography;
    for (const { fontSize } of [h1, h2, body1, body2, subtitle1, subtitle2, caption, button]) {
      expect(fontSize).toMatch(/rem$/);
      expect(Number.parseFloat(String(fontSize)) * 16).toBeGreaterThanOrEqual(13);
    }
  });
});
