/**
 * Draws every size of the app icon from `appIcon.svg`: `node tools/appIcons.mjs` (CHROMIUM_PATH names the browser).
 * The results in `public/` are committed, so a build needs no browser.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const PAPER = '#F7F5EF';
const LEAF = '#1E6B45';
const ART = 512;

const art = (await readFile(new URL('appIcon.svg', import.meta.url), 'utf8')).replace(/<\/?svg[^>]*>/g, '').trim();
const target = new URL('../public/icons/', import.meta.url);

const svg = (content) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ART} ${ART}">${content}</svg>`;

/** The art scaled about the middle of the picture. */
const scaled = (scale, content = art) =>
  `<g transform="translate(${(ART * (1 - scale)) / 2} ${(ART * (1 - scale)) / 2}) scale(${scale})">${content}</g>`;

const PAPER_CARD = `<rect width="${ART}" height="${ART}" rx="116" fill="${PAPER}"/>`;
const FULL_PAPER = `<rect width="${ART}" height="${ART}" fill="${PAPER}"/>`;

/** One colour on a transparent ground, with the tick cut out, because systems use only the alpha of a monochrome icon. */
const silhouette = `<mask id="cut"><rect width="${ART}" height="${ART}" fill="#fff"/>${art
  .replace(/<g id="(fruit|leaf)"[\s\S]*?<\/g>/g, '')
  .replace('#FFFDF7', '#000')}</mask><g mask="url(#cut)">${art
  .replace(/<path id="tick"[^>]*>/, '')
  .replace(/fill="#[0-9A-F]{6}"/g, 'fill="#fff"')}</g>`;

const plus = `<circle cx="256" cy="256" r="216" fill="${LEAF}"/><path d="M256 152v208M152 256h208" stroke="#fff" stroke-width="44" stroke-linecap="round"/>`;

const favicon = svg(scaled(1.25));
/** [file, size in px, picture, whether the corners may be transparent] */
const PICTURES = [
  ['any-192.png', 192, svg(PAPER_CARD + scaled(0.94)), true],
  ['any-512.png', 512, svg(PAPER_CARD + scaled(0.94)), true],
  ['maskable-192.png', 192, svg(FULL_PAPER + scaled(0.8)), false],
  ['maskable-512.png', 512, svg(FULL_PAPER + scaled(0.8)), false],
  ['monochrome-512.png', 512, svg(scaled(0.9, silhouette)), true],
  ['apple-touch-icon.png', 180, svg(FULL_PAPER + scaled(0.92)), false],
  ['shortcut-add-96.png', 96, svg(plus), true],
];

await mkdir(target, { recursive: true });
await writeFile(new URL('../favicon.svg', target), `${favicon.replace(/\s*\n\s*/g, '')}\n`);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const [file, size, picture, omitBackground] of PICTURES) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${picture}`);
  await writeFile(new URL(file, target), await page.screenshot({ omitBackground }));
}
await browser.close();
