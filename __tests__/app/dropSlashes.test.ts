import { expect, jest, test } from '@jest/globals';
import { dropSlashes } from '../../src/app/dropSlashes';

test.each([
  ['//lists?new=1#invite=Ab_-9', 'https://listy.example/lists?new=1#invite=Ab_-9'],
  ['///evil.example/lists', 'https://listy.example/evil.example/lists'],
  ['/lists//x', null],
  ['/', null],
])('given the address %s, then it becomes %s', (path, shown) => {
  const replaceState = jest.fn<History['replaceState']>();
  const location = new URL(`https://listy.example${path}`) as unknown as Location;
  dropSlashes({ location, history: { replaceState } as unknown as History });
  expect(replaceState.mock.calls.map(([, , url]) => url)).toEqual(shown === null ? [] : [shown]);
});
