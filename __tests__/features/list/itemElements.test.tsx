import { afterEach, expect, jest, test } from '@jest/globals';
import type { ItemId } from '../../../src/contract/ids';
import { focusField, partId } from '../../../src/features/list/itemElements';

const id = 'item' as ItemId;

afterEach(() => {
  document.body.replaceChildren();
});

const fieldWith = (text: string): HTMLTextAreaElement => {
  const field = document.createElement('textarea');
  field.dataset.field = 'description';
  field.id = partId(id, 'description');
  field.value = text;
  document.body.append(field);
  return field;
};

test('a field gets its caret before its focus, because the focus scrolls to the caret', () => {
  const field = fieldWith('mleko');
  const steps: string[] = [];
  jest.spyOn(field, 'focus').mockImplementation(() => void steps.push('focus'));
  jest.spyOn(field, 'setSelectionRange').mockImplementation((at) => void steps.push(`caret ${at}`));
  focusField(id, 'description');
  expect(steps).toEqual(['caret 5', 'focus']);
});

test('the caret is at the given place when the field has the focus', () => {
  const field = fieldWith('mleko');
  focusField(id, 'description', 2);
  expect(document.activeElement).toBe(field);
  expect(field.selectionStart).toBe(2);
});
