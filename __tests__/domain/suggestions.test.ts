import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { asListId, type ListId } from '../../src/contract/ids';
import { foldText } from '../../src/domain/foldText';
import { type IndexedItem, indexItem, MAX_SUGGESTIONS, suggest, type UsualItem } from '../../src/domain/suggestions';
import { lawRuns } from '../support/lawRuns';

const HERE = asListId('here');
const ELSEWHERE = asListId('elsewhere');
const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

const usual = (description: string, more: Partial<UsualItem> = {}): IndexedItem =>
  indexItem({ description, quantity: '', count: 1, lastAt: NOW - DAY_MS, listId: ELSEWHERE, ...more });

const names = (items: readonly IndexedItem[], text: string, listId: ListId = HERE): string[] =>
  suggest([items], { text, listId, now: NOW }).map(({ description }) => description);

describe('a suggestion is found', () => {
  test.each([
    ['the first letter', 'm', 'mleko'],
    ['another case', 'MLE', 'mleko'],
    ['Polish marks left out', 'zolty ser', 'Żółty ser'],
    ['marks typed where there are none', 'młę', 'mleko'],
    ['ł for l and l for ł', 'maslo', 'masło'],
    ['the first letter of a later word', 'zyt', 'Chleb żytni'],
    ['letters that came as letter and mark apart', 'ż'.normalize('NFD'), 'Żółty ser'],
  ])('%s', (_what, text, description) => {
    expect(names([usual('mleko'), usual('Żółty ser'), usual('masło'), usual('Chleb żytni')], text)).toContain(
      description,
    );
  });

  test.each([
    ['nothing typed', ''],
    ['spaces alone', '  '],
    ['letters in the middle of a word', 'leko'],
  ])('not from %s', (_what, text) => {
    expect(names([usual('mleko')], text)).toEqual([]);
  });

  test('once, as it was written last, with its quantity of then', () => {
    const items = [
      usual('mleko', { quantity: '1 l', lastAt: NOW - 5 * DAY_MS }),
      usual('Mleko ', { quantity: ' 2 l', lastAt: NOW - DAY_MS }),
      usual('MLEKO', { quantity: '3 l', lastAt: NOW - 9 * DAY_MS }),
    ];
    expect(suggest([items], { text: 'm', listId: HERE, now: NOW })).toEqual([
      { key: 'mleko', description: 'Mleko', quantity: '2 l' },
    ]);
  });
});

describe('the first suggestion is', () => {
  test('the text that was typed, before longer ones that are more frequent', () => {
    const longer = ['mleko kozie', 'mleko owcze', 'mleko sojowe'].map((description) =>
      usual(description, { count: 9 }),
    );
    expect(names([...longer, usual('mleko')], 'mleko')[0]).toBe('mleko');
  });

  test('a text that begins with the typed letters, before one with such a word', () => {
    expect(names([usual('ser mozzarella', { count: 50, listId: HERE }), usual('mleko')], 'm')).toEqual([
      'mleko',
      'ser mozzarella',
    ]);
  });

  test('an item of this list, before one that is more frequent elsewhere', () => {
    expect(names([usual('masło', { count: 9 }), usual('mleko', { listId: HERE })], 'm')).toEqual(['mleko', 'masło']);
  });

  test('the more frequent item', () => {
    expect(names([usual('masło'), usual('mleko', { count: 2 })], 'm')).toEqual(['mleko', 'masło']);
  });

  test('a recent item, before one that was frequent a year ago', () => {
    expect(names([usual('masło', { count: 20, lastAt: NOW - 365 * DAY_MS }), usual('mleko')], 'm')).toEqual([
      'mleko',
      'masło',
    ]);
  });

  test('the first by alphabet when all else is equal', () => {
    expect(names([usual('musli'), usual('mleko'), usual('masło'), usual('miód')], 'm')).toEqual([
      'masło',
      'miód',
      'mleko',
    ]);
  });
});

const anyItem = fc
  .record({
    description: fc.oneof(
      fc.constantFrom('mleko', 'Mleko', 'MLÉKO', 'ser żółty', 'Ser', 'masło', 'żur'),
      fc.string({ maxLength: 8 }),
    ),
    quantity: fc.constantFrom('', '1', '2 kg'),
    count: fc.integer({ min: 1, max: 30 }),
    lastAt: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + DAY_MS }),
    listId: fc.constantFrom(HERE, ELSEWHERE),
  })
  .map(indexItem);
const anyItems = fc.array(anyItem, { maxLength: 30 });
const anyText = fc.oneof(fc.constantFrom('m', 's', 'ż', 'Z', 'ser'), fc.string({ maxLength: 4 }));

const ask = (items: readonly IndexedItem[], text: string) => suggest([items], { text, listId: HERE, now: NOW });

describe('laws', () => {
  test('no order of the items changes the answer', () => {
    fc.assert(
      fc.property(
        anyItems.chain((items) =>
          fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
        ),
        anyText,
        ([items, shuffled], text) => {
          expect(ask(shuffled, text)).toEqual(ask(items, text));
        },
      ),
      lawRuns(100),
    );
  });

  test('case and accents of the typed text change nothing', () => {
    fc.assert(
      fc.property(anyItems, anyText, (items, text) => {
        expect(ask(items, foldText(text))).toEqual(ask(items, text));
      }),
      lawRuns(100),
    );
  });

  test('there are at most three, all different, each with a word that begins with the typed letters', () => {
    fc.assert(
      fc.property(anyItems, anyText, (items, text) => {
        const answer = ask(items, text);
        expect(answer.length).toBeLessThanOrEqual(MAX_SUGGESTIONS);
        expect(new Set(answer.map(({ key }) => key)).size).toBe(answer.length);
        const query = foldText(text);
        for (const { key, description } of answer) {
          expect(foldText(description)).toBe(key);
          expect(` ${key}`).toContain(` ${query}`);
        }
      }),
      lawRuns(100),
    );
  });

  test('a fitting item is left out only for three others', () => {
    fc.assert(
      fc.property(anyItems, anyText, (items, text) => {
        const query = foldText(text);
        const fitting = new Set(
          items.map(({ key }) => key).filter((key) => query !== '' && ` ${key}`.includes(` ${query}`)),
        );
        expect(ask(items, text)).toHaveLength(Math.min(MAX_SUGGESTIONS, fitting.size));
      }),
      lawRuns(100),
    );
  });

  test('folding twice is folding once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(foldText(foldText(text))).toBe(foldText(text))),
      lawRuns(100),
    );
  });
});

test('ten thousand items are folded once, when they are indexed; a search folds only what was typed', () => {
  const folded = jest.spyOn(String.prototype, 'normalize');
  const items = Array.from({ length: 10_000 }, (_, place) => usual(`śmietana ${place}`));
  expect(folded).toHaveBeenCalledTimes(10_000);
  folded.mockClear();
  expect(ask(items, 'śm')).toHaveLength(3);
  expect(folded).toHaveBeenCalledTimes(1);
  folded.mockRestore();
});
