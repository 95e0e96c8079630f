import { expect, test } from '@jest/globals';
import type { ItemRow } from '../../src/contract/records';
import { type ListMoment, remoteChanges } from '../../src/store/view/remoteChanges';
import type { ServerRows } from '../../src/sync/model/syncState';
import { anItem, listId, served } from '../support/builders';

const LIST = listId(1);
const milk = anItem(1, LIST, { description: 'mleko' }) as ItemRow;
const boughtMilk: ItemRow = { ...milk, done: true };
const bread = anItem(2, LIST, { description: 'chleb' }) as ItemRow;

const serverRows = (...rows: ItemRow[]): ServerRows =>
  Object.fromEntries(rows.map((row, index) => [row.id, served(row, index)])) as ServerRows;
const shown = (...rows: ItemRow[]): ListMoment['items'] => Object.fromEntries(rows.map((row) => [row.id, row]));
const moment = (server: ListMoment['serverRows'], items: ListMoment['items']): ListMoment => ({
  serverRows: server,
  items,
});
const serverMilk = serverRows(milk);
const before = moment(serverMilk, shown(milk));

test('a tick of another device is one change, and is named', () => {
  expect(remoteChanges(before, moment(serverRows(boughtMilk), shown(boughtMilk)))).toEqual({
    changed: [boughtMilk],
    ticked: [boughtMilk],
    removed: [],
  });
});

test('a row added and a row removed elsewhere are two changes', () => {
  expect(remoteChanges(before, moment(serverRows(bread), shown(bread)))).toEqual({
    changed: [milk, bread],
    ticked: [],
    removed: [milk],
  });
});

test('one’s own tick, before the server has answered, is none', () => {
  expect(remoteChanges(before, moment(serverMilk, shown(boughtMilk))).changed).toEqual([]);
});

test('the server’s answer to one’s own change is none', () => {
  const own = shown(boughtMilk);
  expect(remoteChanges(moment(serverMilk, own), moment(serverRows(boughtMilk), own)).changed).toEqual([]);
});

test('a change below the person’s own edit is none', () => {
  const typed = shown({ ...milk, description: 'mleko 2%' });
  expect(
    remoteChanges(moment(serverMilk, typed), moment(serverRows({ ...milk, description: 'm' }), typed)).changed,
  ).toEqual([]);
});

test('a first look at a list without rows is none', () => {
  expect(remoteChanges(moment(undefined, {}), moment(undefined, {})).changed).toEqual([]);
});
