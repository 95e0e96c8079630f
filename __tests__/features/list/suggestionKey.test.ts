import { expect, test } from '@jest/globals';
import { suggestionKey } from '../../../src/features/list/suggestionKey';

const press = (key: string, more = {}) => ({
  key,
  isComposing: false,
  keyCode: 0,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test.each([
  ['↓ from the text leads to the first', 'ArrowDown', null, { kind: 'move', to: 0 }],
  ['↓ leads to the next', 'ArrowDown', 0, { kind: 'move', to: 1 }],
  ['↓ stays at the last', 'ArrowDown', 2, { kind: 'move', to: 2 }],
  ['↑ from the first leads back to the text', 'ArrowUp', 0, { kind: 'move', to: null }],
  ['↑ in the text is the row’s', 'ArrowUp', null, null],
  ['Enter takes the active one', 'Enter', 1, { kind: 'take', place: 1 }],
  ['Enter in the text is the row’s', 'Enter', null, null],
  ['Escape closes', 'Escape', null, { kind: 'close' }],
  ['a letter is the text’s', 'a', 1, null],
] as const)('%s', (_what, key, active, act) => {
  expect(suggestionKey(press(key), { active, count: 3 })).toEqual(act);
});

test.each([
  ['while letters are composed', { isComposing: true }],
  ['that ends a composition in Safari', { keyCode: 229 }],
  ['with Ctrl, which ticks', { ctrlKey: true }],
  ['with Shift, which goes on', { shiftKey: true }],
])('Enter is the row’s %s', (_what, more) => {
  expect(suggestionKey(press('Enter', more), { active: 0, count: 3 })).toBeNull();
});
