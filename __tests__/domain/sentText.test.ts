import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMultiLine, readPastedLines } from '../../src/domain/pastedLines';
import { asSentText } from '../../src/domain/sentText';
import { lawRuns } from '../support/lawRuns';

interface Item {
  readonly description: string;
  readonly quantity: string;
}

const item = (description: string, quantity = ''): Item => ({ description, quantity });

/** What a person has after pasting: the items of several lines, or the one line at the caret of a blank row. */
const pasted = (text: string): Item[] =>
  isMultiLine(text) ? readPastedLines(text).map((line) => item(line.description, line.quantity)) : [item(text)];

describe('a list as text', () => {
  test('has one open item a line, with its quantity', () => {
    expect(asSentText([item('mleko', '2 l'), item(''), item('chleb')])).toBe('- mleko\t2 l\n- chleb');
  });

  test('is empty when there is nothing to buy', () => {
    expect(asSentText([item(' ')])).toBe('');
  });

  test('turns tabs and line breaks of other programs into spaces', () => {
    expect(asSentText([item('a\tb\nc', ' 2\tl '), item('d')])).toBe('- a b c\t2 l\n- d');
  });
});

/** Everything that has a meaning in a paste, and much that has none. */
const piece = fc.constantFrom(
  ...[
    '- ',
    '-',
    '*',
    '•',
    '[ ]',
    '[x] ',
    '1. ',
    '2) ',
    '1.',
    '☑ ',
    '✔️',
    '▪',
    '---',
    'mleko',
    'o',
    '§',
    ' ',
    '5',
    'ł',
    '_',
  ],
);
const word = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''));
const text = fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 40 }));
const BLANKS = /[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** As a person leaves a field: white space inside is a space, and none around. */
const tidy = text.map((raw) =>
  raw
    .replace(/\u0085/g, ' ')
    .replace(BLANKS, ' ')
    .trim(),
);
const items = fc.array(fc.record({ description: tidy, quantity: tidy }), { maxLength: 8 });

test('given any texts, then a paste reads all of them back', () => {
  fc.assert(
    fc.property(items, (list) => {
      const sent = asSentText(list);
      const wanted = list.filter(({ description, quantity }) => description !== '' || quantity !== '');
      expect(sent === '' ? [] : pasted(sent)).toEqual(wanted);
      // Sent on by whoever pasted it, it is the same text.
      expect(asSentText(sent === '' ? [] : pasted(sent))).toBe(sent);
    }),
    lawRuns(2000),
  );
});
