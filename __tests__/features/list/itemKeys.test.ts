import { describe, expect, test } from '@jest/globals';
import { emptyFields } from '../../../src/contract/fields';
import { type KeyAct, type KeyPlace, type KeyPress, keyAct } from '../../../src/features/list/itemKeys';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  isShift: false,
  isCommand: false,
  isRepeat: false,
  isFromElsewhere: false,
  ...changes,
});

/** A row in the middle of a list, with a name and no quantity. */
const place = (changes: Partial<KeyPlace> = {}): KeyPlace => ({
  ...emptyFields.items,
  field: 'description',
  description: 'mleko',
  hasPrevious: true,
  hasNext: true,
  wasLast: false,
  isOnFirstLine: true,
  isOnLastLine: true,
  ...changes,
});

const inQuantity = { field: 'quantity' } as const;
const blank = { description: '', quantity: '' } as const;
const first = { hasPrevious: false } as const;
const last = { hasNext: false } as const;
const only = { ...first, ...last } as const;
const shift = { isShift: true } as const;
const command = { isCommand: true } as const;
const repeat = { isRepeat: true } as const;
const fromElsewhere = { ...repeat, isFromElsewhere: true } as const;

const to = (row: 'same' | 'previous' | 'next', field: 'description' | 'quantity'): KeyAct => ({
  kind: 'move',
  to: row,
  field,
});
const keepingCaret = (row: 'previous' | 'next', field: 'description' | 'quantity'): KeyAct => ({
  kind: 'move',
  to: row,
  field,
  keepsCaret: true,
});
const remove = (nextFocus: 'previous' | 'next'): KeyAct => ({ kind: 'remove', nextFocus });
const stay: KeyAct = { kind: 'stay' };

type Row = readonly [rule: string, KeyPress, KeyPlace, KeyAct | null];

const table = (name: string, rows: readonly Row[]): void => {
  describe(name, () => {
    test.each(rows)('%s', (_rule, key, at, act) => {
      expect(keyAct(key, at)).toEqual(act);
    });
  });
};

table('Enter', [
  ['goes from the description to the quantity', press('Enter'), place(), to('same', 'quantity')],
  ['goes from the quantity to the next item', press('Enter'), place(inQuantity), to('next', 'description')],
  ['adds an item after the last quantity', press('Enter'), place({ ...inQuantity, ...last }), { kind: 'add' }],
  [
    'adds an item after the last one also when that is blank (D7)',
    press('Enter'),
    place({ ...inQuantity, ...last, ...blank }),
    { kind: 'add' },
  ],
  ['with Shift goes straight to the next item', press('Enter', shift), place(), to('next', 'description')],
  ['with Shift in the last item adds one', press('Enter', shift), place(last), { kind: 'add' }],
  [
    'adds an item after the one that was the last, though somebody else has added one below',
    press('Enter', shift),
    place({ wasLast: true }),
    { kind: 'add' },
  ],
  ['with Ctrl or Cmd ticks the row', press('Enter', command), place(), { kind: 'check' }],
  ['held down makes no rows', press('Enter', repeat), place({ ...inQuantity, ...last }), stay],
  ['held down with Ctrl ticks once', press('Enter', { ...command, ...repeat }), place(), stay],
]);

table('Backspace', [
  ['deletes text while there is some', press('Backspace'), place(), null],
  [
    'in an empty quantity goes back to the description',
    press('Backspace'),
    place(inQuantity),
    to('same', 'description'),
  ],
  ['in a blank item deletes it and goes to the previous one', press('Backspace'), place(blank), remove('previous')],
  [
    'in an empty description deletes an item that has a quantity (D8)',
    press('Backspace'),
    place({ description: '', quantity: '2 l' }),
    remove('previous'),
  ],
  ['leaves the only open item alone (D10)', press('Backspace'), place({ ...only, ...blank }), stay],
  [
    'deletes a blank first item for the one below (D10)',
    press('Backspace'),
    place({ ...first, ...blank }),
    remove('next'),
  ],
  [
    'leaves a first item that has a quantity alone (D10)',
    press('Backspace'),
    place({ ...first, description: '', quantity: '2 l' }),
    stay,
  ],
  ['held down never crosses from quantity to description (D11)', press('Backspace', repeat), place(inQuantity), stay],
  ['held down never deletes an item (D11)', press('Backspace', repeat), place(blank), stay],
  ['held down goes on deleting text', press('Backspace', repeat), place(), null],
  ['held down since another field deletes no text (D11)', press('Backspace', fromElsewhere), place(), stay],
  ['takes spaces for text', press('Backspace'), place({ description: ' ' }), null],
  ['with Ctrl or Cmd is the browser’s', press('Backspace', command), place(blank), null],
]);

table('the arrows', [
  [
    '↓ goes to the same field of the next item',
    press('ArrowDown'),
    place(inQuantity),
    keepingCaret('next', 'quantity'),
  ],
  ['↑ goes to the same field of the previous item', press('ArrowUp'), place(), keepingCaret('previous', 'description')],
  ['↓ stays in a wrapped text above its last line', press('ArrowDown'), place({ isOnLastLine: false }), null],
  ['↑ stays in a wrapped text below its first line', press('ArrowUp'), place({ isOnFirstLine: false }), null],
  ['↑ in the first item is the browser’s', press('ArrowUp'), place(first), null],
  ['↓ in the last item is the browser’s', press('ArrowDown'), place(last), null],
  ['held down run through the list', press('ArrowDown', repeat), place(), keepingCaret('next', 'description')],
  ['with Shift select text', press('ArrowDown', shift), place(), null],
]);

table('other keys', [
  ['Escape leaves the field', press('Escape'), place(), { kind: 'leave' }],
  ['the menu key opens the row’s menu', press('ContextMenu'), place(), { kind: 'menu' }],
  ['Shift+F10 opens the row’s menu', press('F10', shift), place(), { kind: 'menu' }],
  ['F10 alone does nothing of ours', press('F10'), place(), null],
  ['letters are text', press('m'), place(), null],
]);
