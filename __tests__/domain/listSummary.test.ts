import { describe, expect, test } from '@jest/globals';
import { emptyFields, isBlank } from '../../src/contract/fields';
import { summarise } from '../../src/domain/listSummary';

const item = (description: string, quantity = '', done = false) => ({
  ...emptyFields.items,
  description,
  quantity,
  done,
});

describe('the summary of a list', () => {
  test('of no items is empty', () => {
    expect(summarise([])).toEqual({ total: 0, done: 0, isEmpty: true, description: '' });
  });

  test('counts all items, blank ones too, and the done ones', () => {
    expect(summarise([item('mleko', '2 l', true), item(''), item(' chleb ')])).toEqual({
      total: 3,
      done: 1,
      isEmpty: false,
      description: 'mleko, chleb',
    });
  });

  test('of blank items only is empty, ticked or not', () => {
    expect(summarise([item(''), item('  ', '', true)]).isEmpty).toBe(true);
  });

  test('of an item with a quantity alone is not empty, though there is nothing to read', () => {
    expect(summarise([item('', '2')])).toMatchObject({ isEmpty: false, description: '' });
  });
});

test('an item is blank while both of its fields are', () => {
  expect(isBlank(item(''))).toBe(true);
  expect(isBlank(item(' ', ' '))).toBe(true);
  expect(isBlank(item('', '1'))).toBe(false);
  expect(isBlank(item('mleko'))).toBe(false);
});
