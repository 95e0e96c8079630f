import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ListId, RowId } from '../../src/contract/ids';
import type { Row } from '../../src/contract/records';
import { deriveView } from '../../src/sync/model/deriveView';
import { integrate } from '../../src/sync/model/integrate';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { reduceRow } from '../../src/sync/model/replayRow';
import { syncEvent } from '../../src/sync/model/syncEvents';
import {
  allChanges,
  changesOf,
  emptyView,
  type ServerRows,
  type SyncState,
  type TableView,
  type View,
} from '../../src/sync/model/syncState';
import { anyChangeTo, anyDelta, anyHistory, anyRow, WORLD } from '../support/arbitraries';
import { collectionOf, newState } from '../support/builders';
import { compareRows } from '../support/compareRows';
import { lawRuns } from '../support/lawRuns';
import { runEvents } from '../support/runEvents';

/** The law's own words: every row is the server's, with every change after it; no cleverness. */
const replayed = ({ base, log }: SyncState): View => {
  const rowsOf = (collection: 'lists' | 'items', listId: ListId): TableView => {
    const known: ServerRows = collection === 'lists' ? base.lists : (base.items[listId] ?? {});
    const changes = changesOf(log, collection, listId);
    const ids = [...new Set([...Object.keys(known), ...Object.keys(changes)])] as RowId[];
    const rows = ids.flatMap((id): Row[] => {
      if (id in base.tombstones[collection]) return [];
      const row = (changes[id] ?? []).reduce(reduceRow, known[id]?.row ?? null);
      return row ? [row] : [];
    });
    const ordered = rows.sort(compareRows);
    return { rows: Object.fromEntries(ordered.map((row) => [row.id, row])), ids: ordered.map(({ id }) => id) };
  };
  const buckets = [...new Set([...Object.keys(base.items), ...Object.keys(log.items)])] as ListId[];
  const items = buckets.map((listId) => [listId, rowsOf('items', listId)] as const);
  return {
    lists: rowsOf('lists', '' as ListId),
    items: Object.fromEntries(items.filter(([, table]) => table.ids.length)),
  } as View;
};

/** What is equal to what was there before is the same object. */
const expectKept = (was: unknown, now: unknown): void => {
  if (was !== now && isDeepStrictEqual(was, now)) expect(now).toBe(was);
};

describe('law 1: the view is derived, never patched', () => {
  test('the view kept step by step equals a full replay', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        let view = emptyView;
        const end = runEvents(history, (was, _, now) => {
          view = deriveView(view, was, now);
          expect(view).toEqual(replayed(now));
        });
        expect(deriveView(emptyView, newState, end)).toEqual(view);
      }),
      lawRuns(400),
    );
  });

  test('typing and integrating commute', () => {
    const scene = fc.tuple(
      anyHistory,
      anyRow.chain((row) => anyChangeTo(row, 1_000_000)),
      anyDelta,
    );
    fc.assert(
      fc.property(scene, ([history, change, delta]) => {
        const start = runEvents(history);
        const type = (state: SyncState) => reduceSync(state, syncEvent('sync/changesRecorded', { changes: [change] }));
        const typedFirst = integrate(type(start), delta);
        const integratedFirst = type(integrate(start, delta));
        const withoutLooks = ({ base: { removedLists: _, ...base }, log }: SyncState) => ({ base, log });
        expect(withoutLooks(typedFirst)).toEqual(withoutLooks(integratedFirst));
        expect(replayed(typedFirst)).toEqual(replayed(integratedFirst));
      }),
      lawRuns(400),
    );
  });

  test('the last typed text is shown until the row is removed', () => {
    const scene = fc.tuple(
      anyHistory,
      anyRow.chain((row) => anyChangeTo(row, 1_000_000)),
      fc.array(anyDelta, { maxLength: 4 }),
    );
    fc.assert(
      fc.property(scene, ([history, change, deltas]) => {
        const typed = reduceSync(runEvents(history), syncEvent('sync/changesRecorded', { changes: [change] }));
        const end = deltas.reduce(integrate, typed);
        const row = rowIn(replayed(end), change.rowId);
        if (change.type === 'remove') expect(row).toBeUndefined();
        else if (row && change.type === 'update') expect(row).toMatchObject(change.data);
      }),
      lawRuns(400),
    );
  });
});

const rowIn = (view: View, id: RowId): Row | undefined =>
  view.lists.rows[id] ??
  Object.values<TableView>(view.items)
    .map((table) => table.rows[id])
    .find(Boolean);

const tablesOf = (view: View): Map<string, TableView> =>
  new Map<string, TableView>([['lists', view.lists], ...Object.entries<TableView>(view.items)]);

describe('law 8: what was not touched keeps its identity', () => {
  test('rows, orders, tables and the view are the same objects where nothing a user could see changed', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        let view = emptyView;
        runEvents(history, (was, _, now) => {
          const before = view;
          view = deriveView(before, was, now);
          expectKept(before, view);
          for (const [name, table] of tablesOf(view)) {
            const old = tablesOf(before).get(name);
            if (!old) continue;
            expectKept(old, table);
            expectKept(old.ids, table.ids);
            for (const id of table.ids) expectKept(old.rows[id], table.rows[id]);
          }
        });
      }),
      lawRuns(300),
    );
  });

  test('an empty delta, and one that tells nothing new, return the same state', () => {
    fc.assert(
      fc.property(anyHistory, anyDelta, (history, delta) => {
        const state = integrate(runEvents(history), delta);
        expect(integrate(state, { collection: delta.collection, put: [], removed: [] })).toBe(state);
        const known = Object.values(state.base.lists);
        expect(integrate(state, { collection: 'lists', put: known, removed: [] })).toBe(state);
      }),
      lawRuns(400),
    );
  });
});

describe('laws 3 and 6: only a person changes the log, and there are no zombies', () => {
  test('a remote event never adds a change', () => {
    const remote = ['sync/deltaReceived', 'sync/pulled', 'sync/rowSettled', 'sync/rowRefused', 'sync/changesDropped'];
    fc.assert(
      fc.property(anyHistory, (history) => {
        runEvents(history, (was, event, now) => {
          if (!remote.includes(event.type)) return;
          const before = new Set(allChanges(was.log).map(({ id }) => id));
          expect(allChanges(now.log).filter(({ id }) => !before.has(id))).toEqual([]);
        });
      }),
      lawRuns(400),
    );
  });

  test.each(WORLD.map((row) => [collectionOf(row), row] as const))('%s: a change to nothing is nothing', (_, row) => {
    fc.assert(
      fc.property(anyChangeTo(row, 1), (change) => {
        if (change.type === 'insert') {
          expect(reduceRow(row, change)).toBe(row);
          expect(reduceRow(null, change)).toMatchObject(change.data);
        } else {
          expect(reduceRow(null, change)).toBeNull();
        }
        if (change.type === 'remove') expect(reduceRow(row, change)).toBeNull();
      }),
      lawRuns(100),
    );
  });
});
