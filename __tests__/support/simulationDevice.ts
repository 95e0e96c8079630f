import { changeId, type ListId } from '../../src/contract/ids';
import { type Collection, type Fields, parseRecord, type Row } from '../../src/contract/records';
import { makeJournal } from '../../src/storage/journal';
import { deriveView } from '../../src/sync/model/deriveView';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import type { Dropped } from '../../src/sync/model/syncState';
import {
  allChanges,
  type Change,
  emptyBase,
  emptyLog,
  emptyView,
  nextCounter,
  type SyncState,
} from '../../src/sync/model/syncState';
import { type RoundPorts, runRound } from '../../src/sync/round/runRound';
import { makeSend } from '../../src/sync/wire/http';
import { makeSyncApi } from '../../src/sync/wire/syncApi';
import { type HttpCache, received, requestOf } from './simulatedFetch';
import type { Disk } from './simulationDisk';
import type { Owner } from './simulationScheduler';
import type { Wire } from './simulationWire';

/** What a person does, before it gets a change id. */
export type Act = Pick<Change, 'collection' | 'type' | 'rowId' | 'listId' | 'data'>;

interface DevicePorts {
  readonly name: string;
  readonly disk: Disk;
  readonly wire: Wire;
  readonly httpCache: HttpCache;
  readonly now: () => number;
  readonly options: Pick<RoundPorts, 'diffMode' | 'hasCascade' | 'takesKeys'>;
  /** Called with refused changes. */
  readonly onRefused: (changes: readonly Change[]) => void;
  /** Called when something is already wrong during the history. */
  readonly onWrong: (wrong: string) => void;
}

/** What a kill took from a row: every change after this id, folded or not. */
export interface Lost {
  readonly rowId: string;
  readonly after: string;
}

/** One run of a device: it starts with the content of its disk, and may be killed at any moment. Engine and journal are the product's. */
export const startDevice = (
  { name, disk, wire, httpCache, now, options, onRefused, onWrong }: DevicePorts,
  life: number,
) => {
  const owner: Owner = { isDead: false };
  const tab = `${name}${life}`;
  let state: SyncState = disk.stored();
  let view = deriveView(emptyView, { base: emptyBase, log: emptyLog }, state);
  let round: AbortController | null = null;
  /** No read of this round was answered with an error. */
  let hasRead = true;

  const journal = makeJournal({
    database: disk.databaseFor(owner),
    base: () => state.base,
    onError: (error) => {
      throw error;
    },
    onWritten: () => undefined,
  });

  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const request = requestOf(path, init);
    const response = received(await wire.send(request, owner, tab), request, init, httpCache);
    if (request.method === 'GET' && !response.ok) hasRead = false;
    return response;
  };
  const send = makeSend({
    fetch: fetch as typeof globalThis.fetch,
    apiUrl: '',
    sessionId: tab,
    token: () => null,
    xsrfToken: () => null,
  });

  const touched = new Set<string>();
  const answered = new Map<string, string>();
  const newest = (ids: readonly string[]): string => ids.reduce((a, b) => (a > b ? a : b), '');

  const keep = ({ rowId, changeIds }: Pick<Dropped, 'rowId' | 'changeIds'>): void => {
    answered.set(rowId, newest([answered.get(rowId) ?? '', ...changeIds]));
  };

  const droppedUnwritten = new Set<string>();
  /** A change that was dropped before the disk had it may come back after a restart, or stay dropped. */
  const keepWritten = ({ rowId, changeIds }: Dropped): void => {
    keep({ rowId, changeIds: changeIds.filter((id) => disk.has(id)) });
    for (const id of changeIds) if (!disk.has(id)) droppedUnwritten.add(id);
  };

  const take = (event: SyncEvent): void => {
    const before = state;
    state = reduceSync(state, event);
    view = deriveView(view, before, state);
    void journal.write(before, state);
    if (event.type === 'sync/rowRefused') onRefused(event.payload.changes);
    if (event.type === 'sync/rowRefused' || event.type === 'sync/rowSettled') keep(event.payload);
    if (event.type === 'sync/changesDropped') event.payload.dropped.forEach(keepWritten);
  };

  return {
    tab,
    state: () => state,
    view: () => view,
    act: (acts: readonly Act[]): Change[] => {
      const counter = nextCounter(state, now());
      const changes = acts.map((act, index) => ({ ...act, id: changeId(counter + index, tab), time: now() }));
      for (const { rowId } of changes) touched.add(rowId);
      take(syncEvent('sync/changesRecorded', { changes }));
      return changes;
    },
    hear: (collection: Collection, record: unknown): void => {
      const parsed = parseRecord(collection, record);
      if (!parsed) return;
      const delta = parsed.alive
        ? { collection, put: [parsed.server], removed: [] }
        : { collection, put: [], removed: [{ id: parsed.id, updatedAt: parsed.updatedAt }] };
      take(syncEvent('sync/deltaReceived', { delta }));
    },
    isBusy: (): boolean => round !== null,
    giveUp: (): void => round?.abort(),
    /** Runs a round; never rejects unless the engine is broken. */
    sync: async (force: boolean): Promise<void> => {
      const controller = new AbortController();
      round = controller;
      hasRead = true;
      const ports: RoundPorts = {
        api: makeSyncApi(send, now),
        host: {
          state: () => state,
          apply: async (event) => {
            take(event);
            await journal.flushed();
          },
        },
        now,
        signal: controller.signal,
        hasNoLocks: false,
        isDiskSilent: journal.isSilent,
        canSend: true,
        instance: tab,
        newId: () => 'operation',
        ...options,
      };
      const end = await runRound(ports, { force });
      if (end.kind === 'done' && !hasRead) onWrong(`${tab} says that it has synced, and a read was refused`);
      round = null;
    },
    /** Kills the device: what was neither on disk nor answered is lost. */
    kill: (): Lost[] => {
      owner.isDead = true;
      const kept = allChanges(disk.stored().log);
      const ofRow = (rowId: string) => kept.filter((change) => change.rowId === rowId).map(({ id }) => id);
      return [...touched].map((rowId) => ({ rowId, after: newest([answered.get(rowId) ?? '', ...ofRow(rowId)]) }));
    },
    /** Whether the change was dropped before the disk had it, because the server already had its values. */
    hasDropped: (id: string): boolean => droppedUnwritten.has(id),
    waiting: (): Change[] => allChanges(state.log),
  };
};

export type SimulatedDevice = ReturnType<typeof startDevice>;

export const actOn = (
  collection: Collection,
  type: Act['type'],
  row: Pick<Row, 'id'>,
  listId: ListId,
  data: Fields = {},
): Act => ({
  collection,
  type,
  rowId: row.id,
  listId,
  data,
});
