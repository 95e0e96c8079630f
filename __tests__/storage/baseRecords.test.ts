import { expect, test } from '@jest/globals';
import { keyOfPart } from '../../src/storage/baseParts';
import { type BaseRecord, makeBaseRecords, type StoredEntries } from '../../src/storage/baseRecords';
import { emptyBase } from '../../src/sync/model/syncState';
import { aList, anItem, listId, served } from '../support/builders';

const list = aList(1);
const milk = anItem(1, listId(1));

/** The records of a base with one list and one item, as they lie on a disk. */
const stored = (): StoredEntries => {
  const base = {
    ...emptyBase,
    lists: { [list.id]: served(list, 1) },
    items: { [listId(1)]: { [milk.id]: served(milk, 2) } },
  };
  const { records } = makeBaseRecords().differences(base);
  const of = (name: BaseRecord['store']) =>
    records.filter(({ store }) => store === name).map(({ key, value }) => [key, value] as const);
  return { lists: of('lists'), items: of('items'), meta: of('meta') };
};

test('given a list whose items another tab removed from the disk, then no empty record is written for them', () => {
  const records = makeBaseRecords();
  records.take(stored());
  const gone: BaseRecord = { store: 'items', key: keyOfPart(listId(1), 0) };
  const base = records.patch([gone]);
  expect(base?.items).toEqual({});
  expect(records.differences(base ?? emptyBase).records).toEqual([]);
});

test('given an empty record of items, when base is read, then it makes no list', () => {
  const entries = stored();
  expect(makeBaseRecords().take({ ...entries, items: [[keyOfPart(listId(1), 0), {}]] })?.items).toEqual({});
});

test('given a damaged record among those that another tab wrote, when they are read, then none is taken, and base stays known', () => {
  const records = makeBaseRecords();
  const known = records.take(stored());
  const renamed = served(aList(1, { name: 'x' }), 3);
  const damaged: BaseRecord = { store: 'meta', key: 'tombstones', value: {} };
  expect(records.patch([{ store: 'lists', key: list.id, value: renamed }, damaged])).toBeNull();
  expect(records.patch([])).toEqual(known);
});
