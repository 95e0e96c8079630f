import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SRC = join(process.cwd(), 'src');

test('a styled element with own props lists the ones it does not pass to the DOM', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const careless = files.filter((name) => /styled\(\s*'\w+'\s*\)\s*</.test(readFileSync(join(SRC, name), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(careless).toEqual([]);
});
