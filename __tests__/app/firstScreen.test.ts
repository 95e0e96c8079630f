import { describe, expect, test } from '@jest/globals';
import { firstScreenOf } from '../../src/app/firstScreen';

describe('the first screen', () => {
  test.each(['/', '/guest', '/lists', '/lists/some-uuid', '/nowhere'])(
    'is the sign-in without a token at %s',
    (path) => {
      expect(firstScreenOf(path, '', false)).toBe('guest');
    },
  );

  test.each(['/', '/guest', '/lists', '/nowhere'])('is the overview with a token at %s', (path) => {
    expect(firstScreenOf(path, '', true)).toBe('lists');
  });

  test('is a list, whose name nobody knows yet, at its address', () => {
    expect(firstScreenOf('/lists/some-uuid', '', true)).toBe('list');
  });

  test.each([
    ['/guest', '#reset=abc'],
    ['/reset', ''],
  ])('is the new password at the address of a reset mail, %s%s', (path, hash) => {
    expect(firstScreenOf(path, hash, false)).toBe('reset');
  });

  test('is the sign-in at the link of an invitation', () => {
    expect(firstScreenOf('/lists', '#invite=abc', false)).toBe('guest');
  });

  test('is the log for everybody at its address', () => {
    expect([firstScreenOf('/logs', '', false), firstScreenOf('/logs', '', true)]).toEqual(['logs', 'logs']);
  });
});
