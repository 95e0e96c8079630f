import { expect, test } from '@jest/globals';
import type { ListRow } from '../../src/contract/records';
import { keyOfPart } from '../../src/storage/baseParts';
import { type BaseRecord, makeBaseRecords } from '../../src/storage/baseRecords';
import { emptyBase } from '../../src/sync/model/syncState';
import { aList, anItem, listId, served } from '../support/builders';

const list = aList(1);
const milk = anItem(1, listId(1));

/** The records of a base with one list and one item, as they lie on a disk. */
const stored = (): readonly BaseRecord[] => {
  const base = {
    ...emptyBase,
    lists: { [list.id]: served(list, 1) },
    items: { [listId(1)]: { [milk.id]: served(milk, 2) } },
  };
  return makeBaseRecords().differences(base).records;
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
  const others = stored().filter(({ store }) => store !== 'items');
  const empty: BaseRecord = { store: 'items', key: keyOfPart(listId(1), 0), value: {} };
  expect(makeBaseRecords().take([...others, empty])?.items).toEqual({});
});

test('given a damaged record among those that another tab wrote, when they are read, then none is taken, and base stays known', () => {
  const records = makeBaseRecords();
  const known = records.take(stored());
  const renamed = served(aList(1, { name: 'x' }), 3);
  const damaged: BaseRecord = { store: 'meta', key: 'tombstones', value: {} };
  expect(records.patch([{ store: 'lists', key: list.id, value: renamed }, damaged])).toBeNull();
  expect(records.patch([])).toEqual(known);
});

test('given a list that a tab of an earlier build wrote without a field, when it is read alone, then the field is empty', () => {
  const records = makeBaseRecords();
  records.take(stored());
  const server = served(aList(1, { name: 'x' }), 3);
  const { icon: _, ...row } = server.row as ListRow;
  const base = records.patch([{ store: 'lists', key: list.id, value: { ...server, row } }]);
  expect(base?.lists[list.id]).toEqual(server);
});
