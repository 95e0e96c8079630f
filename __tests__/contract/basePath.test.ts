import { expect, test } from '@jest/globals';
import { BASE_PATH, hrefOf, ownName, pathBelow } from '../../src/contract/basePath';

test('without a build all lies at the root, and names are as specified', () => {
  expect([BASE_PATH, pathBelow('/lists/a'), hrefOf('/lists/a'), ownName('token')]).toEqual([
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
  expect(ownName('token', '/listy/')).not.toBe(ownName('token', '/other/'));
});
