import type { RowId } from '../../src/contract/ids';
import { type Collection, emptyFields, type Fields, makeRow, type Row, rowFields } from '../../src/contract/records';
import { isWaitingBlank } from '../../src/sync/planPush';
import { reduceRow } from '../../src/sync/replay';
import type { Change, SyncState, TableView, View } from '../../src/sync/syncState';
import type { StoredRow } from './modelProvider';
import type { Lost, SimulatedDevice } from './simulationDevice';

/** What the oracle needs to know of the server at the end. */
export interface ServerEnd {
  /** Whether it takes a list's items along; else they may stay behind where no list shows them, and nobody cares for them. */
  readonly hasCascade: boolean;
  alive(collection: Collection): readonly StoredRow[];
}

type Told = ReadonlyMap<string, Fields>;

const serverRows = (server: ServerEnd, collection: Collection): Map<string, Fields> =>
  new Map(
    server.alive(collection).map((row) => {
      const id = row.uuid as RowId;
      return [row.uuid, rowFields(collection, makeRow(collection, id, row.list as never, row))];
    }),
  );

const shownRows = (view: View, state: SyncState, collection: Collection): Map<string, Fields> => {
  const tables: TableView[] = collection === 'lists' ? [view.lists] : Object.values<TableView>(view.items);
  const isOnServer = (row: Row) => 'listId' in row && row.id in (state.base.items[row.listId] ?? {});
  return new Map(
    tables
      .flatMap((table) => Object.values<Row>(table.rows))
      .filter((row) => !isWaitingBlank(collection, row) || isOnServer(row))
      .map((row) => [row.id, rowFields(collection, row)]),
  );
};

const isSame = (a: Told, b: Told): boolean =>
  a.size === b.size && [...a].every(([id, fields]) => JSON.stringify(b.get(id)) === JSON.stringify(fields));

/** Everything each device did and kept, and what of it was refused: what must still hold when all is quiet. */
export const makeOracle = () => {
  const acts = new Map<string, Change[]>();
  /** Refused, or removed in the moment of a death, which may or may not have cancelled the row: only its convergence counts. */
  const excused = new Set<string>();

  const ofRow = (rowId: string): Map<string, Change[]> =>
    new Map([...acts].map(([device, changes]) => [device, changes.filter((change) => change.rowId === rowId)]));

  const checkDevice = (name: string, device: SimulatedDevice, server: ServerEnd): string[] => {
    const faults: string[] = [];
    const { log } = device.state();
    const left = device.waiting().filter(({ collection, rowId }) => {
      const row = device
        .waiting()
        .filter((change) => change.rowId === rowId)
        .reduce(reduceRow, null);
      return !row || !isWaitingBlank(collection, row);
    });
    if (left.length) faults.push(`${name} still holds ${left.map(({ type, rowId }) => `${type} ${rowId}`)}`);
    if (Object.keys(log.marks).length) faults.push(`${name} still holds marks of ${Object.keys(log.marks)}`);
    for (const collection of ['lists', 'items'] as const) {
      const shown = shownRows(device.view(), device.state(), collection);
      const told = serverRows(server, collection);
      if (isSame(shown, told)) continue;
      faults.push(
        `${name} shows other ${collection} than the server has:\n  ${JSON.stringify([...shown])}\n  ${JSON.stringify([...told])}`,
      );
    }
    return faults;
  };

  /** Each field holds what some device last wrote into it; a removed row is removed, and only a removed row is. */
  const checkRow = (collection: Collection, rowId: string, listId: string, server: ServerEnd): string[] => {
    if (excused.has(rowId) || excused.has(listId)) return [];
    const row = serverRows(server, collection).get(rowId);
    const changes = [...ofRow(rowId).values()];
    const isRemoved = changes.flat().some(({ type }) => type === 'remove');
    const isListRemoved = [...ofRow(listId).values()].flat().some(({ type }) => type === 'remove');
    if (isListRemoved && !server.hasCascade) return [];
    if (isRemoved || isListRemoved) return row ? [`${rowId} was removed and is back`] : [];
    if (!row) {
      const wanted = changes.flat().reduce(reduceRow, null);
      const isExcused = !wanted || isWaitingBlank(collection, wanted);
      return isExcused ? [] : [`${rowId} is lost`];
    }
    const origin = changes.flat().find(({ type }) => type === 'insert');
    return Object.keys(emptyFields[collection]).flatMap((name) => {
      const last = changes.flatMap((own) => own.findLast(({ data, type }) => name in data && type === 'update') ?? []);
      const written = last.length ? last : origin ? [origin] : [];
      const isKnown = written.some(({ data }) => data[name] === row[name]);
      return isKnown ? [] : [`${rowId}.${name} is ${JSON.stringify(row[name])}, which nobody wrote last`];
    });
  };

  return {
    did: (device: string, changes: readonly Change[]): void => {
      acts.set(device, [...(acts.get(device) ?? []), ...changes]);
    },
    /** Died before the disk had it: nobody may expect it any more. `life` names the tab that died. */
    died: (device: string, life: string, lost: readonly Lost[]): void => {
      const after = new Map(lost.map((row) => [row.rowId, row.after]));
      const isLost = ({ id, rowId }: Change) => id.endsWith(`-${life}`) && id > (after.get(rowId) ?? '');
      const own = acts.get(device) ?? [];
      acts.set(
        device,
        own.filter((change) => !isLost(change)),
      );
      for (const { rowId } of own.filter((change) => change.type === 'remove' && isLost(change))) excused.add(rowId);
    },
    refused: (changes: readonly Change[]): void => {
      for (const { rowId } of changes) excused.add(rowId);
    },
    check: (devices: ReadonlyMap<string, SimulatedDevice>, server: ServerEnd): string[] => {
      const rows = new Map([...acts.values()].flat().map((change) => [change.rowId as string, change]));
      return [
        ...[...devices].flatMap(([name, device]) => checkDevice(name, device, server)),
        ...[...rows.values()].flatMap(({ collection, rowId, listId }) => checkRow(collection, rowId, listId, server)),
      ];
    },
  };
};
