import { expect, test } from '@jest/globals';
import { listIdAt, paths } from '../../src/features/paths';

test.each(['0197-ab', 'zakupy domowe', 'a/b', 'ą?b#c', '100 %', 'a%2Fb', ''])(
  'given a list with the id %p, then its address leads back to that id',
  (id) => {
    const { pathname, search, hash } = new URL(paths.list(id), 'http://localhost');
    expect([listIdAt(pathname), search, hash]).toEqual([id, '', '']);
  },
);

test('given an address with a slash at its end, then it is that of the list', () => {
  expect(listIdAt(`${paths.list('0197-ab')}/`)).toBe('0197-ab');
});

test('given an address that cannot be decoded, then it is not the address of a list', () => {
  expect(listIdAt('/lists/%E0%A4%A')).toBe('');
});
