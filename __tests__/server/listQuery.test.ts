import { expect, test } from '@jest/globals';
import { parseListQuery } from '../../server/src/listQuery';

test('given a column that sort names thousands of times, then rows are compared by it once', () => {
  const many = Array(2000).fill('updatedAt').join(',');
  expect(parseListQuery('items', { sort: `${many},id:desc,updatedAt:desc` }).order).toEqual([
    { column: 'updated_at', sign: 1 },
    { column: expect.any(String), sign: -1 },
  ]);
});
