import { expect, test } from '@jest/globals';
import { authorOf, type StreamEventName } from '../../src/contract/events';
import type { RowId } from '../../src/contract/ids';
import { authorOfVersion, authorsReducer } from '../../src/store/state/authorsSlice';
import { remoteEventReceived } from '../../src/store/state/remoteEvents';

const FIRST = '2026-11-27T10:00:00.000Z';
const SECOND = '2026-11-27T10:00:01.000Z';
const MILK = 'milk' as RowId;

const heard = (rowId: string | null, by: string | null, name: StreamEventName = 'list-item::patch') =>
  remoteEventReceived({ name, rowId: rowId as RowId | null, updatedAt: FIRST, by });

test.each([
  [{ by: { name: 'Ania' } }, 'Ania'],
  [{ by: { name: ' Ania ' } }, 'Ania'],
  [{ by: { name: 'x'.repeat(500) } }, 'x'.repeat(40)],
  [{ by: { name: '' } }, null],
  [{ by: { name: 7 } }, null],
  [{ by: 'Ania' }, null],
  [{ by: null }, null],
  [{}, null],
  [null, null],
  ['text', null],
])('of an event with %j the author is %j', (data, author) => {
  expect(authorOf(data)).toBe(author);
});

test('the last author is known for the 500 rows that changed last', () => {
  let authors = authorsReducer(undefined, heard('milk', 'Ania'));
  authors = authorsReducer(authors, heard('milk', 'Bartek'));
  authors = authorsReducer(authors, heard(null, 'Celina'));
  expect(authors.changed).toEqual({ milk: { name: 'Bartek', updatedAt: FIRST } });
  for (let row = 0; row < 499; row += 1) authors = authorsReducer(authors, heard(`row-${row}`, 'Ania'));
  expect(authors.changed).toHaveProperty('milk');
  authors = authorsReducer(authors, heard('one more', 'Ania'));
  expect([Object.keys(authors.changed).length, 'milk' in authors.changed]).toEqual([500, false]);
  expect(authorsReducer(authors, heard('one more', null)).changed).not.toHaveProperty('one more');
});

test('who removed a row is known until it is changed again', () => {
  let authors = authorsReducer(undefined, heard('milk', 'Ania'));
  expect(authors.removed).toEqual({});
  authors = authorsReducer(authors, heard('milk', 'Bartek', 'list-item::delete'));
  expect(authors.removed).toEqual({ milk: 'Bartek' });
  expect(authorsReducer(authors, heard('milk', 'Ania')).removed).toEqual({});
});

test('an author is known for the version that the event told, not for one that a pull brought', () => {
  const { changed } = authorsReducer(undefined, heard('milk', 'Ania'));
  expect(authorOfVersion(changed, MILK, FIRST)).toBe('Ania');
  expect(authorOfVersion(changed, MILK, SECOND)).toBe(null);
  expect(authorOfVersion({}, MILK, undefined)).toBe(null);
});
