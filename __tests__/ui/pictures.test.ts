import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ICONS } from '../../src/domain/listIcons';
import manifest from '../../tools/manifest.json' with { type: 'json' };

const fromRoot = (path: string) => new URL(`../../${path}`, import.meta.url);

/** Width, height and whether it may be transparent, from the header of a PNG. */
const pngFacts = (path: string) => {
  const bytes = readFileSync(fromRoot(path));
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return { size: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, hasAlpha: (bytes.readUInt8(25) & 4) !== 0 };
};

describe('the list icons', () => {
  const files = readdirSync(fromRoot('src/ui/listIcons')).sort();

  test('are one picture per name, with their licence beside them', () => {
    expect(files).toEqual(['LICENSE.txt', ...ICONS.map((name) => `${name}.svg`)]);
  });

  test('weigh no more than 6 kB to a phone, which is 13 kB before compression', () => {
    const bytes = files.reduce((sum, file) => sum + readFileSync(fromRoot(`src/ui/listIcons/${file}`)).length, 0);
    expect(bytes).toBeLessThan(13_000);
  });

  test('have unique ids', () => {
    for (const name of ICONS) {
      const svg = readFileSync(fromRoot(`src/ui/listIcons/${name}.svg`), 'utf8');
      const used = [...svg.matchAll(/id="([^"]+)"|url\(#([^)]+)\)/g)].map(([, id, reference]) => id ?? reference);
      for (const id of used) expect(id).toMatch(new RegExp(`^${name}-`));
    }
  });
});

describe('the app icons', () => {
  test('have the size and purpose that the manifest promises', () => {
    for (const icon of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
      expect([icon.src, pngFacts(`public${icon.src}`).size]).toEqual([icon.src, icon.sizes]);
    }
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
      '512x512 monochrome',
    ]);
  });

  test('hold one for iOS, which paints transparency black', () => {
    expect(pngFacts('public/icons/apple-touch-icon.png')).toEqual({ size: '180x180', hasAlpha: false });
  });
});
