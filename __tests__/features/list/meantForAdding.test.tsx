import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { takeForAdding } from '../../../src/features/list/meantForAdding';
import { ADD_BUTTON_ID } from '../../../src/features/list/rowFocus';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('given a row that came to where the add button was, then presses on it are presses on the button for half a second', () => {
  document.body.innerHTML = `<div><textarea></textarea></div><button id="${ADD_BUTTON_ID}"></button>`;
  const [row, field, button] = ['div', 'textarea', 'button'].map((name) => document.querySelector<HTMLElement>(name));
  const pressed = { row: 0, button: 0 };
  row?.addEventListener('click', () => {
    pressed.row += 1;
  });
  button?.addEventListener('click', () => {
    pressed.button += 1;
  });
  if (row) takeForAdding(row);
  field?.click();
  jest.advanceTimersByTime(499);
  field?.click();
  expect(pressed).toEqual({ row: 0, button: 2 });
  jest.advanceTimersByTime(1);
  field?.click();
  expect(pressed).toEqual({ row: 1, button: 2 });
});
