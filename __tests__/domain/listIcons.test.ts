import { expect, test } from '@jest/globals';
import { asIconName, ICONS } from '../../src/domain/listIcons';

test('the picker holds the eleven icons of the specification', () => {
  expect(ICONS.join(', ')).toBe('airplane, blue_car, cat, dog, hibiscus, house, paperclip, pill, pizza, steak, tomato');
});

test('a known icon is itself, anything else is the tomato', () => {
  expect(asIconName('pizza')).toBe('pizza');
  expect(asIconName('')).toBe('tomato');
  expect(asIconName('constructor')).toBe('tomato');
});
