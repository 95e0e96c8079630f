import { expect, test } from '@jest/globals';
import { BASE_PATH, hrefOf, pathBelow, scopedName } from '../../src/contract/basePath';

test('without a build all lies at the root, and names are as specified', () => {
  expect([BASE_PATH, pathBelow('/lists/a'), hrefOf('/lists/a'), scopedName('token')]).toEqual([
    '/',
    '/lists/a',
    '/lists/a',
    'token',
  ]);
});

test('below a path addresses carry it in the browser alone, and names say whose they are', () => {
  expect(pathBelow('/listy/lists/a', '/listy/')).toBe('/lists/a');
  expect(pathBelow('/listy/', '/listy/')).toBe('/');
  expect(pathBelow('/elsewhere', '/listy/')).toBe('/elsewhere');
  expect(hrefOf('/lists/a', '/listy/')).toBe('/listy/lists/a');
  expect(scopedName('token', '/listy/')).not.toBe(scopedName('token', '/other/'));
});
