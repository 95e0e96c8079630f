import { insertChanges, withoutChanges, withoutWrites, withRefusal, withWrite } from './changeLog';
import { integrate } from './integrate';
import type { Pulled, SyncEvent } from './syncEvents';
import { allChanges, type Base, type Log, type SyncState } from './syncState';
import { takeRecords } from './takeRecords';

const withLog = (state: SyncState, log: Log): SyncState => (log === state.log ? state : { ...state, log });

/** A tombstone in a whole pull matters only if this device knows the row, or the pull also shows the row alive. */
const withoutUnknown = (state: SyncState, { delta, isWhole, remember = [] }: Pulled): Pulled['delta'] => {
  if (!isWhole) return delta;
  const known = new Set<string>(
    delta.collection === 'lists'
      ? [...Object.keys(state.base.lists), ...Object.keys(state.log.lists), ...Object.keys(state.log.items)]
      : [state.base.items, state.log.items].flatMap((buckets) => Object.values(buckets).flatMap(Object.keys)),
  );
  for (const { row } of delta.put) known.add(row.id);
  for (const id of remember) known.add(id);
  return { ...delta, removed: delta.removed.filter(({ id }) => known.has(id)) };
};

const picked = <Value>(all: Readonly<Record<string, Value>>, isKept: (id: string) => boolean): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => isKept(id)));

/** Removals that were known before a whole pull began are forgotten, except those of rows with waiting changes. */
const forgetGone = (state: SyncState, { delta, isWhole, forget }: Pulled): SyncState => {
  const tombstones = state.base.tombstones[delta.collection];
  if (!isWhole || forget.length === 0) return state;
  const still = new Set<string>([
    ...delta.removed.map(({ id }) => id),
    ...allChanges(state.log).flatMap((change) => [change.rowId, change.listId]),
  ]);
  const forgotten = new Set(forget.filter((id) => !still.has(id)));
  const isKept = (id: string): boolean => !forgotten.has(id);
  if (Object.keys(tombstones).every(isKept)) return state;
  const base: Base = {
    ...state.base,
    tombstones: { ...state.base.tombstones, [delta.collection]: picked(tombstones, isKept) },
  };
  return {
    ...state,
    base: delta.collection === 'lists' ? { ...base, removedLists: picked(base.removedLists, isKept) } : base,
  };
};

/** A removed list that is back is remembered until its items were compared too, in case the server was set back. */
const forgetReturned = (base: Base): Base => {
  const isGone = (id: string): boolean => !(id in base.lists);
  if (Object.keys(base.removedLists).every(isGone)) return base;
  return { ...base, removedLists: picked(base.removedLists, isGone) };
};

const takePull = (state: SyncState, pulled: Pulled): SyncState => {
  const { collection } = pulled.delta;
  const integrated = integrate(forgetGone(state, pulled), withoutUnknown(state, pulled));
  const { log } = integrated;
  const base = pulled.isWhole && collection === 'items' ? forgetReturned(integrated.base) : integrated.base;
  const known = base.cursors[collection];
  // If the server was set back, the cursor goes back too.
  const isAhead = known !== null && known > pulled.cursor && known <= (pulled.clock ?? known);
  const cursor = isAhead ? known : pulled.cursor;
  if (cursor === known && base.roundStartedAt === pulled.roundStartedAt) return { base, log };
  return {
    base: { ...base, cursors: { ...base.cursors, [collection]: cursor }, roundStartedAt: pulled.roundStartedAt },
    log,
  };
};

/** Returns the next base and log. Pure and total. Unchanged parts keep their identity. */
export const reduceSync = (state: SyncState, event: SyncEvent): SyncState => {
  switch (event.type) {
    case 'sync/changesRecorded': {
      const { changes, dropped = [] } = event.payload;
      return withLog(state, insertChanges(withoutChanges(state.log, dropped), changes));
    }
    case 'sync/deltaReceived':
      return integrate(state, event.payload.delta);
    case 'sync/serverSetBack':
      return withLog(state, insertChanges(state.log, event.payload.changes));
    case 'sync/pulled':
      return takePull(state, event.payload);
    case 'sync/rowSent':
      return withLog(state, withWrite(state.log, event.payload.write));
    case 'sync/writesForgotten':
      return withLog(state, withoutWrites(state.log, event.payload.rowIds));
    case 'sync/rowSettled': {
      const { base, log } = integrate(state, event.payload.delta);
      return { base, log: withoutChanges(log, [event.payload]) };
    }
    case 'sync/rowRefused': {
      const { changes, status, message, time, dropped = [] } = event.payload;
      const refused = withRefusal(state.log, { changes, status, message, time });
      return withLog(state, withoutChanges(refused, [event.payload, ...dropped]));
    }
    case 'sync/changesDropped':
      return withLog(state, withoutChanges(state.log, event.payload.dropped));
    case 'sync/recordsRead':
      return takeRecords(state, event.payload);
    default:
      // The begin and the end of a round change only the record of operations.
      return state;
  }
};
