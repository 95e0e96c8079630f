import { describe, expect, test } from '@jest/globals';
import { isMultiLine, readPastedLines } from '../../src/domain/pastedLines';

/** `mleko|2 l|x`: description, quantity, and whether it came ticked. */
const read = (text: string): string[] =>
  readPastedLines(text).map(({ description, quantity, isTicked }) =>
    [description, quantity, isTicked ? 'x' : ''].join('|').replace(/\|+$/, ''),
  );

/** What the clipboard holds as plain text after a copy in each of these. */
const PASTES: readonly [program: string, text: string, items: readonly string[]][] = [
  ['Apple Notes, a checklist', '- [x] mleko\n- [ ] chleb\n- [ ] 6 jajek', ['mleko||x', 'chleb', '6 jajek']],
  ['Apple Notes, shared', '◦\tmleko\n◦\tchleb', ['mleko', 'chleb']],
  ['Apple Reminders', '☐ mleko\n☑︎ chleb', ['mleko', 'chleb||x']],
  ['Google Keep, text', '[ ] mleko\n[x] chleb', ['mleko', 'chleb||x']],
  ['Google Keep, sent to a messenger', '☐ mleko\n☑ chleb\n☑ ser', ['mleko', 'chleb||x', 'ser||x']],
  ['Google Docs, bullets', '● mleko\n● chleb\n○ razowy', ['mleko', 'chleb', 'razowy']],
  ['Google Docs, a checklist', '✅ mleko\n⬜ chleb', ['mleko||x', 'chleb']],
  ['Google Sheets', 'mleko\t2\tl\nchleb\t1\nmasło', ['mleko|2 l', 'chleb|1', 'masło']],
  ['Microsoft To Do', '• mleko\n• chleb', ['mleko', 'chleb']],
  ['Word, bullets of three levels', '·\tmleko\r\no\tchleb\r\n§\tmasło\r\n', ['mleko', 'chleb', 'masło']],
  ['Word, bullets as it writes them itself', '\uf0b7\tmleko\r\n\uf0a7\tchleb\r\n', ['mleko', 'chleb']],
  ['Word, numbers', '1.\tmleko\r\n2.\tchleb\r\n10.\tmasło\r\n', ['mleko', 'chleb', 'masło']],
  ['Word, one numbered line between others', 'Zakupy\r\n1.\tjajka\r\n', ['Zakupy', 'jajka']],
  ['Word, two lists that begin anew', '1.\tjajka\r\n1.\tmleko\t2 l\r\n', ['jajka', 'mleko|2 l']],
  ['Word, letters and Roman numbers', 'a)\tjajka\r\nIV.\tmleko\r\n', ['jajka', 'mleko']],
  ['Word, boxes to tick', '☒ mleko\r\n☐ chleb', ['mleko||x', 'chleb']],
  ['Excel', 'mleko\t2 l\r\nchleb\t1\r\nser żółty\t300 g\r\n', ['mleko|2 l', 'chleb|1', 'ser żółty|300 g']],
  ['Excel, with a price', 'mleko\t2\tszt.\t7,98 zł\r\nser\t1\t\t12,50', ['mleko|2 szt. 7,98 zł', 'ser|1 12,50']],
  [
    'Excel, with a remark',
    'mleko\tnajlepiej z niebieską etykietą\r\nser\t1',
    ['mleko najlepiej z niebieską etykietą', 'ser|1'],
  ],
  [
    'Excel, with a line break in a cell',
    'mleko\t2\r\n"ser\nżółty"\t1\r\nchleb\t"300\r\ng"\r\n',
    ['mleko|2', 'ser żółty|1', 'chleb|300 g'],
  ],
  ['Excel, with quotes in a cell', '"sok ""Tymbark"""\t2\r\nchleb\t1', ['sok "Tymbark"|2', 'chleb|1']],
  [
    'a table whose cells have quotes of their own',
    '"ser"\t1\n"mleko\t2\nrura 5"\t1',
    ['"ser"|1', '"mleko|2', 'rura 5"|1'],
  ],
  ['lines in quotes, in no table', '"mleko\nchleb"', ['"mleko', 'chleb"']],
  ['Excel, a long number', 'śruby\t1 000 000 000 000,00\r\nnity\t2', ['śruby|1 000 000 000 000,00', 'nity|2']],
  ['LibreOffice, bullets', '⦁\tmleko\n⦁\tchleb', ['mleko', 'chleb']],
  ['PowerPoint', '➢ mleko\n➢ chleb\n► masło\n▶ ser', ['mleko', 'chleb', 'masło', 'ser']],
  ['Notion, tasks', '- [x] mleko\n- [ ] chleb', ['mleko||x', 'chleb']],
  ['Notion, a page', '🔲 mleko\n✅ chleb', ['mleko', 'chleb||x']],
  ['Obsidian, nested', '- mleko\n\t- bez laktozy\n* chleb', ['mleko', 'bez laktozy', 'chleb']],
  ['Markdown, lazy numbers', '1. mleko\n1. chleb\n1. masło', ['mleko', 'chleb', 'masło']],
  ['Markdown with rulers', 'mleko\n\n---\n\nchleb\n\n* * *\n\nmasło\n***', ['mleko', 'chleb', 'masło']],
  [
    'WhatsApp, headings in bold',
    '*Biedronka*\nmleko\nchleb\n*Lidl:*\nser',
    ['Biedronka', 'mleko', 'chleb', 'Lidl:', 'ser'],
  ],
  ['WhatsApp, bullets', '* mleko\n* chleb', ['mleko', 'chleb']],
  ['Messenger, dashes without spaces', '-mleko\n-2 kg ziemniaków\n-chleb', ['mleko', '2 kg ziemniaków', 'chleb']],
  ['Messenger, numbers without spaces', '1.mleko\n2.chleb\n3.masło', ['mleko', 'chleb', 'masło']],
  ['SMS, pictures as bullets', '✔️ mleko\n✔︎ chleb\n▫️ masło\n◾ ser', ['mleko||x', 'chleb||x', 'masło', '◾ ser']],
  ['Trello', '[✓] mleko\n[ ] chleb', ['mleko||x', 'chleb']],
  ['a recipe in a browser', '■ 2 jajka\n□ mąka\n◆ sól\n◇ pieprz\n∙ woda', ['2 jajka', 'mąka', 'sól', 'pieprz', 'woda']],
  ['another list of this app', '- mleko\t2 l\n- chleb', ['mleko|2 l', 'chleb']],
];

test.each(PASTES)('from %s', (_program, text, items) => {
  expect(read(text)).toEqual(items);
  expect(isMultiLine(text)).toBe(true);
});

describe('what stays as it is, because it only looks like a marker', () => {
  test.each([
    ['temperatures', '-18°C\nchleb', ['-18°C', 'chleb']],
    ['a discount between plain lines', 'mleko\n-20 %\nchleb', ['mleko', '-20 %', 'chleb']],
    ['a discount beside one dash only', '- mleko\n-20 %\nchleb', ['mleko', '-20 %', 'chleb']],
    ['measures', '1.5 l wody\n2.5 l mleka', ['1.5 l wody', '2.5 l mleka']],
    ['numbers that only some lines have', '1.mleko\nchleb', ['1.mleko', 'chleb']],
    ['numbers of two styles', '1.mleko\n2)chleb', ['1.mleko', '2)chleb']],
    ['signs with no space after them', '●mleko\n▶chleb', ['●mleko', '▶chleb']],
    ['letters before a space', 'o mleko\n§ 5', ['o mleko', '§ 5']],
    ['a star that ends something else', 'mleko*\nser* i chleb*', ['mleko*', 'ser* i chleb*']],
    ['numbers as the first cell', '2\tmleko\n3\tchleb', ['2|mleko', '3|chleb']],
  ])('%s', (_what, text, items) => {
    expect(read(text)).toEqual(items);
  });
});

describe('one line', () => {
  test('of a table makes an item with its quantity', () => {
    expect(isMultiLine('mleko\t2 l\r\n')).toBe(true);
    expect(read('mleko\t2 l\r\n')).toEqual(['mleko|2 l']);
  });

  test('with a tab but no second cell is an ordinary paste', () => {
    expect(isMultiLine('\tmleko\t')).toBe(false);
    expect(isMultiLine('o\tmleko')).toBe(false);
  });
});
