/** Copies the list icons out of the icon package: `node tools/listIcons.mjs`. The results are committed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';

const GLYPHS = {
  airplane: 'airplane',
  blue_car: 'sport-utility-vehicle',
  cat: 'cat-face',
  dog: 'dog-face',
  hibiscus: 'hibiscus',
  house: 'house',
  paperclip: 'paperclip',
  pill: 'pill',
  pizza: 'pizza',
  steak: 'cut-of-meat',
  tomato: 'tomato',
};

const NOTICE = `The pictures in this folder are from Fluent Emoji (the flat set), https://github.com/microsoft/fluentui-emoji

MIT License

Copyright (c) Microsoft Corporation.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** Two pictures inlined in one document must not share an id. */
const withOwnIds = (body, name) => {
  const ids = [...new Set([...body.matchAll(/id="([^"]+)"/g)].map(([, id]) => id))];
  return ids.reduce(
    (text, id, index) => text.replaceAll(`"${id}"`, `"${name}-${index}"`).replaceAll(`#${id})`, `#${name}-${index})`),
    body,
  );
};

const source = new URL('../node_modules/@iconify-json/fluent-emoji-flat/icons.json', import.meta.url);
const target = new URL('../src/ui/listIcons/', import.meta.url);
const { icons, width, height } = JSON.parse(await readFile(source, 'utf8'));

await mkdir(target, { recursive: true });
await writeFile(new URL('LICENSE.txt', target), NOTICE);
for (const [name, glyph] of Object.entries(GLYPHS)) {
  const body = withOwnIds(icons[glyph].body, name);
  const size = `viewBox="0 0 ${icons[glyph].width ?? width} ${icons[glyph].height ?? height}"`;
  await writeFile(new URL(`${name}.svg`, target), `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>\n`);
}
