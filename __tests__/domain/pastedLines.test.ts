import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMultiLine, readPastedLines, withoutLineBreaks } from '../../src/domain/pastedLines';
import { cpuOfRun } from '../support/cpuOfRun';
import { lawRuns } from '../support/lawRuns';

const splitPastedLines = (text: string): string[] => readPastedLines(text).map(({ description }) => description);

/** The first line of a paste of two; the second is plain. */
const strip = (line: string): string | undefined => {
  const lines = splitPastedLines(`${line}\nchleb`);
  return lines.length === 2 ? lines[0] : undefined;
};

describe('what the specification strips', () => {
  test.each([
    ['- mleko', 'mleko'],
    ['• mleko', 'mleko'],
    ['* mleko', 'mleko'],
    ['- [ ] mleko', 'mleko'],
    ['- [x] mleko', 'mleko'],
    ['- [X] mleko', 'mleko'],
    ['- [] mleko', 'mleko'],
    ['• [ ] mleko', 'mleko'],
    ['• [x] mleko', 'mleko'],
    ['• [] mleko', 'mleko'],
    ['* [ ] mleko', 'mleko'],
    ['* [x] mleko', 'mleko'],
    ['* [] mleko', 'mleko'],
    ['-[ ]mleko', 'mleko'],
    ['-mleko', 'mleko'],
    ['•mleko', 'mleko'],
    ['*mleko', 'mleko'],
    ['   -   mleko  ', 'mleko'],
    ['\t-\u00a0mleko', 'mleko'],
    ['- 5 jajek', '5 jajek'],
    ['•5 jajek', '5 jajek'],
  ])('%j is %j', (line, description) => {
    expect(strip(line)).toBe(description);
  });
});

describe('what notes and office programs put there', () => {
  test.each(['◦', '▪', '‣', '⁃', '·', '–', '—', '☐', '☑', '☒', '✓', '✔', '\uf0b7', '[ ]', '[x]', '[X]'])(
    '%j is a marker only with white space after it',
    (marker) => {
      expect(strip(`${marker} mleko`)).toBe('mleko');
      expect(strip(`${marker}\tmleko`)).toBe('mleko');
      expect(strip(`${marker}mleko`)).toBe(`${marker}mleko`);
    },
  );

  test.each([
    ['1. mleko\n2. chleb\n3. masło'],
    ['1) mleko\n2) chleb\n3) masło'],
    ['1.) mleko\n2.) chleb\n3.) masło'],
    ['9. mleko\n10. chleb\n11. masło'],
  ])('numbers that count up are markers: %j', (text) => {
    expect(splitPastedLines(text)).toEqual(['mleko', 'chleb', 'masło']);
  });

  test('numbers that do not count up belong to the text', () => {
    const lines = ['10. piwo', '3. mleko', '3. chleb', '4) masło'];
    expect(splitPastedLines(lines.join('\n'))).toEqual(lines);
  });

  test('two numbered lists in one paste both lose their numbers', () => {
    expect(splitPastedLines('1. a\n2. b\nc\n1. d\n2. e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

test('a line padded with spaces inside, as out of a table, costs what it is, not the square of it', async () => {
  const costOf = (spaces: number): Promise<number> => {
    const line = `mleko${' '.repeat(spaces)}2 l`;
    return cpuOfRun(() => expect(splitPastedLines(line)).toEqual([line]));
  };
  // Sixteen times as many; their square is 256 times as much.
  expect((await costOf(32_000)) / (await costOf(2000))).toBeLessThan(100);
});

test.each(['"a', '"a""', '"\t'])(
  '%j many times, as quotes that no cell closes, costs what it is, not the square of it',
  async (part) => {
    const costOf = (times: number): Promise<number> => {
      const text = `\t${`\n${part}`.repeat(times)}`;
      return cpuOfRun(() => splitPastedLines(text));
    };
    expect((await costOf(32_000)) / (await costOf(2000))).toBeLessThan(100);
  },
);

test('what nobody sees, soft hyphens, spaces of no width and marks of direction, makes no item and hides no marker', () => {
  const text = '\u200e- mleko\n\u200b\n\u00ad\n\u2068chleb\u2069\n- \u200b\n\ufeff\u200f[x] masło';
  expect(splitPastedLines(text)).toEqual(['mleko', 'chleb', 'masło']);
  expect(isMultiLine('mleko\n\u200b')).toBe(false);
});

describe('what only looks like a marker stays', () => {
  test.each([
    '-18°C',
    '-5 %',
    '1.5 l woda',
    '3-w-1',
    '[promocja] masło',
    '7 Days',
    '1. piwo',
    'mleko - 2%',
    '½ chleba',
  ])('%j', (line) => {
    expect(strip(line)).toBe(line);
  });

  test('a bracket that is no box after a bullet stays', () => {
    expect(strip('- [promocja] masło')).toBe('[promocja] masło');
  });

  test('a marker is taken away once', () => {
    expect(strip('- - mleko')).toBe('- mleko');
    expect(strip('- -18°C')).toBe('-18°C');
    expect(strip('* ☐ mleko')).toBe('☐ mleko');
  });
});

describe('lines', () => {
  test.each(['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])('%j is one break', (lineBreak) => {
    expect(splitPastedLines(['mleko', 'chleb', '', 'masło'].join(lineBreak))).toEqual(['mleko', 'chleb', 'masło']);
  });

  test('a line that held only a marker is left out', () => {
    expect(splitPastedLines('- mleko\n-\n- [ ]\n[x]\n•\n☐\n2.\nchleb')).toEqual(['mleko', '2.', 'chleb']);
  });

  test('a single line is split too, for a shared text', () => {
    expect(splitPastedLines('- mleko')).toEqual(['mleko']);
    expect(splitPastedLines(' \n ')).toEqual([]);
  });
});

describe('what counts as multi-line', () => {
  test.each([
    ['mleko\nchleb', true],
    ['mleko\r\nchleb\r\n', true],
    ['- mleko\n-', true],
    ['mleko', false],
    ['mleko\n', false],
    ['\n\n-5 %\n', false],
    ['', false],
    [' \n\t\n', false],
    ['-\n•', false],
  ])('%j: %s', (text, expected) => {
    expect(isMultiLine(text)).toBe(expected);
  });

  test('an ordinary paste loses its line breaks and nothing else', () => {
    expect(withoutLineBreaks('-5 %\r\n')).toBe('-5 %');
    expect(withoutLineBreaks('\u2028- mleko ')).toBe('- mleko ');
  });
});

describe('any text at all', () => {
  const pieces = fc.constantFrom(
    '- ',
    '*',
    '•',
    '[ ] ',
    '[x]',
    '1. ',
    '2. ',
    '3) ',
    '☐ ',
    'mleko',
    ' ',
    '5',
    '\n',
    '\r\n',
  );
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  test('gives trimmed, non-empty lines without a break', () => {
    fc.assert(
      fc.property(text, (pasted) => {
        for (const line of splitPastedLines(pasted)) {
          expect(line).not.toBe('');
          expect(line).toBe(line.trim());
          expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/);
        }
      }),
      lawRuns(100),
    );
  });

  test('gives the same lines for any line breaks, however many', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('\r\n', '\r', '\v\f', '\u0085', '\u2028', '\n\n'), (pasted, lineBreak) => {
        const otherBreaks = pasted.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, lineBreak);
        expect(splitPastedLines(otherBreaks)).toEqual(splitPastedLines(pasted));
      }),
      lawRuns(100),
    );
  });

  test('is an ordinary paste or makes items', () => {
    fc.assert(
      fc.property(text, (pasted) => {
        if (isMultiLine(pasted)) expect(splitPastedLines(pasted).length).toBeGreaterThan(0);
        else expect(withoutLineBreaks(pasted)).not.toMatch(/[\n\r]/);
      }),
      lawRuns(100),
    );
  });
});
