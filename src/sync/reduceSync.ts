import { type ChangeId, counterOf, type ListId } from '../contract/ids';
import { integrate } from './integrate';
import { keepLost } from './lostItems';
import { joinMarks, naming } from './markRow';
import { insertChanges, recordChanges, replacedChanges, withMark, withoutChanges } from './record';
import type { Pulled, Refused, SyncEvent } from './syncEvents';
import type { Dropped } from './syncState';
import { allChanges, type Base, changesOf, type Log, type LostList, type Mark, type SyncState } from './syncState';
import { takeStored } from './takeStored';

/** Ids keep growing after the log is empty: the counter of what leaves is remembered with base. */
const rememberCounter = (base: Base, ids: readonly ChangeId[]): Base => {
  const lamport = ids.reduce((most, id) => Math.max(most, counterOf(id)), base.lamport);
  return lamport === base.lamport ? base : { ...base, lamport };
};

const withLog = (state: SyncState, log: Log): SyncState => (log === state.log ? state : { ...state, log });

const withBase = (state: SyncState, base: Base): SyncState => (base === state.base ? state : { ...state, base });

const KEPT_RECORDS = 200;

/** A refusal that comes twice is one: its changes are already kept. */
const keepRefusal = (base: Base, { changes, status, message, time }: Refused): Base => {
  const isKnown = base.refused.some((refusal) => refusal.changes[0]?.id === changes[0]?.id);
  return isKnown
    ? base
    : { ...base, refused: [...base.refused, { changes, status, message, time }].slice(-KEPT_RECORDS) };
};

const leave = (state: SyncState, dropped: readonly Dropped[]): SyncState => ({
  base: rememberCounter(
    state.base,
    dropped.flatMap(({ changeIds }) => changeIds),
  ),
  log: withoutChanges(state.log, dropped),
});

/** A tombstone matters in a whole pull only where this device knows the row or the pull itself also shows it alive. */
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

/** Removals that were known before a whole pull began have done their work, except where a change still meets them. */
const forgetGone = (state: SyncState, { delta, isWhole, forget }: Pulled): SyncState => {
  const gone = state.base.gone[delta.collection];
  if (!isWhole || forget.length === 0) return state;
  const still = new Set<string>([
    ...delta.removed.map(({ id }) => id),
    ...allChanges(state.log).flatMap((change) => [change.rowId, change.listId]),
  ]);
  const forgotten = new Set(forget.filter((id) => !still.has(id)));
  const left = Object.entries<string>(gone).filter(([id]) => !forgotten.has(id));
  if (left.length === Object.keys(gone).length) return state;
  return {
    ...state,
    base: { ...state.base, gone: { ...state.base.gone, [delta.collection]: Object.fromEntries(left) } },
  };
};

/** Whether another tab read on from further than this one has read: what lies between is not known here. */
const leavesGap = (known: string | null, { isWhole, since = '' }: Pulled): boolean =>
  !isWhole && (known === null || known < since);

const takePull = (state: SyncState, pulled: Pulled): SyncState => {
  const next = integrate(forgetGone(state, pulled), withoutUnknown(state, pulled));
  const { base, log } = next;
  const { collection } = pulled.delta;
  const known = base.cursors[collection];
  if (leavesGap(known, pulled)) return next;
  // The cursor of a server that was set back goes back as well.
  const isAhead = known !== null && known > pulled.cursor && known <= (pulled.clock ?? known);
  const cursor = isAhead ? known : pulled.cursor;
  if (cursor === known && base.roundStartedAt === pulled.roundStartedAt) return next;
  return {
    base: { ...base, cursors: { ...base.cursors, [collection]: cursor }, roundStartedAt: pulled.roundStartedAt },
    log,
  };
};

/**
 * A mark that arrives when its row's changes have left was answered already: its tab slept through the answer. What the row's
 * last mark named may be folded by now, and still be on disk.
 */
const takeMark = (log: Log, mark: Mark): Log => {
  const changes = changesOf(log, mark.collection, mark.listId)[mark.rowId];
  if (!changes) return log;
  const held = log.marks[mark.rowId];
  const known = new Set([...changes.map(({ id }) => id), ...(held?.changeIds ?? [])]);
  return withMark(log, joinMarks(log, held, naming(mark, known)));
};

const withoutLost = (base: Base, listId: ListId): Base => {
  const { [listId]: _, ...lost } = base.lost as Record<ListId, LostList>;
  return { ...base, lost };
};

/** The next base and log. Pure and total; the same reference where nothing changed. */
export const reduceSync = (state: SyncState, event: SyncEvent): SyncState => {
  switch (event.type) {
    case 'sync/changesRecorded': {
      const { changes, isApart } = event.payload;
      return withLog(state, (isApart ? insertChanges : recordChanges)(state.log, changes));
    }
    case 'sync/changesHeard': {
      const { changes, replaced } = event.payload;
      return withLog(state, insertChanges(replacedChanges(state.log, replaced), changes));
    }
    case 'sync/deltaReceived':
      return integrate(state, event.payload.delta);
    case 'sync/serverSetBack':
      return withLog(state, insertChanges(state.log, event.payload.changes));
    case 'sync/pulled':
      return takePull(state, event.payload);
    case 'sync/rowMarked':
      return withLog(state, takeMark(state.log, event.payload.mark));
    case 'sync/rowSettled':
      return leave(integrate(state, event.payload.delta), [event.payload]);
    case 'sync/rowRefused':
      return leave(withBase(state, keepRefusal(state.base, event.payload)), [event.payload]);
    case 'sync/changesDropped':
      return leave(event.payload.dropped.reduce(keepLost, state), event.payload.dropped);
    case 'sync/stored':
      return takeStored(state, event.payload);
    case 'sync/lostListResolved':
      return { ...state, base: withoutLost(state.base, event.payload.listId) };
    default:
      // Of a round's begin and end only its record takes note; and another build may tell events that are unknown here.
      return state;
  }
};
