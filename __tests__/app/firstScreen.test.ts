import { describe, expect, test } from '@jest/globals';
import { firstScreenOf } from '../../src/app/firstScreen';

describe('the screen of a first frame', () => {
  test.each(['/', '/guest', '/lists', '/lists/some-uuid', '/nowhere'])(
    'is the sign-in without a token at %s',
    (path) => {
      expect(firstScreenOf(path, false)).toBe('guest');
    },
  );

  test.each(['/', '/guest', '/lists', '/nowhere'])('is the overview with a token at %s', (path) => {
    expect(firstScreenOf(path, true)).toBe('lists');
  });

  test('is a list, whose name nobody knows yet, at its address', () => {
    expect(firstScreenOf('/lists/some-uuid', true)).toBe('list');
  });

  test('is the log for everybody at its address', () => {
    expect([firstScreenOf('/logs', false), firstScreenOf('/logs', true)]).toEqual(['logs', 'logs']);
  });
});
