import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findLists } from '../../src/domain/findLists';
import { lawRuns } from '../support/lawRuns';

const list = (id: number, name: string, items: readonly string[] = []) => ({
  id,
  name,
  items: items.map((description) => ({ description })),
});
const LISTS = [
  list(1, 'Święta', ['żółty ser', 'Łosoś']),
  list(2, 'Apteka', ['plastry', 'maść']),
  list(3, 'Obiad', ['ser biały', 'mąka']),
];
const found = (text: string) => findLists(LISTS, text).map(({ id, items }) => [id, ...items.map((i) => i.description)]);

describe('a list is found', () => {
  test.each([
    ['swieta', [[1]]],
    ['PTE', [[2]]],
    ['losos', [[1, 'Łosoś']]],
    ['zolty  ser', [[1, 'żółty ser']]],
    [
      'ser',
      [
        [1, 'żółty ser'],
        [3, 'ser biały'],
      ],
    ],
    ['ść', [[2, 'maść']]],
    ['maslo', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('is every list for a blank text', () => {
    expect(found('  ')).toEqual([[1], [2], [3]]);
  });
});

test('any part of a name finds its list', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.nat(), (name, from, length) => {
      const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
      const start = from % letters.length;
      const part = letters.slice(start, start + 1 + (length % letters.length)).join('');
      expect(findLists([list(1, name)], part)).toHaveLength(1);
    }),
    lawRuns(100),
  );
});
