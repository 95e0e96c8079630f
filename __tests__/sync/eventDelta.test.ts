import { describe, expect, test } from '@jest/globals';
import { STREAM_EVENTS, type StreamEventName } from '../../src/contract/events';
import { asListId } from '../../src/contract/ids';
import { eventDelta, PULL_NEEDED } from '../../src/sync/model/eventDelta';
import { integrate } from '../../src/sync/model/integrate';
import { aList, anItem, itemId, listId, moment, newState, putDelta, served } from '../support/builders';

const NAMES = Object.keys(STREAM_EVENTS) as StreamEventName[];
const state = integrate(
  integrate(newState, putDelta(served(aList(1), 1))),
  putDelta(served(anItem(1, listId(1), { quantity: '2' }), 2)),
);
const toDelta = (name: StreamEventName, data: unknown) => eventDelta(state.base, { id: '1', name, data });

describe('an event as a delta', () => {
  test.each(NAMES.flatMap((name) => ['constructor', 'toString', '__proto__', ''].map((uuid) => [name, uuid] as const)))(
    '%s of a row that calls itself "%s" is only a hint',
    (name, uuid) => {
      const record = { id: 1, documentId: 'abc', list: listId(1), name: 'x', updatedAt: moment(9) };
      expect(toDelta(name, { ...record, uuid })).toBe(PULL_NEEDED);
      expect(toDelta(name, { ...record, uuid: undefined, documentId: uuid })).toBe(PULL_NEEDED);
    },
  );

  test.each(NAMES)('%s with anything but an object is only a hint', (name) => {
    for (const data of [null, undefined, 7, 'text', [], [{}], {}, { uuid: 7 }, { uuid: listId(1) }])
      expect(toDelta(name, data)).toBe(PULL_NEEDED);
  });

  test('a partial record is merged into its row, found by either id', () => {
    const patch = { documentId: `doc-${itemId(1)}`, done: true, updatedAt: moment(9) };
    for (const data of [patch, { ...patch, uuid: itemId(1) }]) {
      expect(toDelta('list-item::patch', data)).toMatchObject({
        put: [{ row: { id: itemId(1), listId: listId(1), quantity: '2', done: true } }],
      });
    }
  });

  test('a removal with an earlier time than the row is only a hint', () => {
    const removal = { uuid: itemId(1), documentId: `doc-${itemId(1)}`, deletedAt: moment(1) };
    expect(toDelta('list-item::delete', removal)).toBe(PULL_NEEDED);
    expect(toDelta('list-item::delete', { ...removal, deletedAt: moment(3) })).toMatchObject({ removed: [{}] });
  });

  test('a partial record of an unknown row, or of a list named "constructor", is only a hint', () => {
    expect(toDelta('list-item::patch', { uuid: itemId(7), done: true, updatedAt: moment(9) })).toBe(PULL_NEEDED);
    const whole = {
      uuid: itemId(7),
      documentId: 'd',
      description: '',
      quantity: '',
      done: false,
      updatedAt: moment(9),
    };
    expect(toDelta('list-item::create', { ...whole, list: 'constructor' })).toBe(PULL_NEEDED);
    expect(toDelta('list-item::create', { ...whole, list: asListId('other') })).toMatchObject({ put: [{}] });
  });
});
