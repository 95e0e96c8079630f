import { emptyFields } from '../../src/contract/fields';
import type { RowId } from '../../src/contract/ids';
import type { Collection } from '../../src/contract/records';
import { reduceRow } from '../../src/sync/model/replayRow';
import type { Change } from '../../src/sync/model/syncState';
import { isMovedTo, isWaitingBlank } from '../../src/sync/model/unsent';
import { divergence, isRefused, type ServerEnd, serverRows } from './simulationConvergence';
import type { Lost, SimulatedDevice } from './simulationDevice';

/** Notes what the person at each device did, and which rows were refused, and checks the end of the history against it. */
export const makeChecker = () => {
  const acts = new Map<string, Change[]>();
  /** Rows that were removed just before a kill. The removal may or may not be stored, so only convergence is checked. */
  const excused = new Set<string>();
  /**
   * Changes made before the server was restored from a copy. If devices know a row in different versions, the first device that
   * syncs decides. So each of these values is allowed.
   */
  const forgettable = new Set<Change>();
  /** Rows whose changes a device gave up as refused, rightly or not. */
  const refused = new Set<string>();
  /** Changes that were dropped just before a kill, because the server already had their values. These values are allowed. */
  const perhaps: Change[] = [];

  const ofRow = (rowId: string): Map<string, Change[]> =>
    new Map([...acts].map(([device, changes]) => [device, changes.filter((change) => change.rowId === rowId)]));

  /** Whether the item was moved to a row that the provider refused. It is then where it was. */
  const isRefusedMove = ({ data: { movedTo: to } }: Change, server: ServerEnd): boolean =>
    typeof to === 'string' && refused.has(to) && !serverRows(server, 'items').has(to);

  /** What the row may hold although somebody wrote over it. */
  const olderOf = (rowId: string): Change[] => [...forgettable, ...perhaps].filter((change) => change.rowId === rowId);

  /** What others wrote into an item before it was moved to this row. It comes along, if it had arrived by then. */
  const cameAlong = (rowId: string): Change[] =>
    [...acts].flatMap(([mover, changes]) => {
      const oldRows = changes.filter((change) => isMovedTo(change, rowId as RowId)).map((change) => change.rowId);
      const others = [...acts].flatMap(([device, theirs]) => (device === mover ? [] : theirs));
      return oldRows.flatMap((old) => [
        ...others.filter((change) => change.rowId === old),
        ...olderOf(old),
        ...cameAlong(old),
      ]);
    });

  /** Whether somebody removed this item or its list. */
  const wasRemoved = (rowId: string): boolean => {
    const changes = [...ofRow(rowId).values()].flat();
    const lists = changes.flatMap(({ listId }) => [...ofRow(listId).values()].flat());
    return [...changes, ...lists].some(({ type }) => type === 'remove');
  };

  /** Each field must hold the last value of some device. A row must be missing exactly if somebody removed it. */
  const checkRow = (collection: Collection, rowId: string, listId: string, server: ServerEnd): string[] => {
    const isExcused = (id: string): boolean => excused.has(id) || (refused.has(id) && isRefused(server, id, listId));
    if (isExcused(rowId) || isExcused(listId)) return [];
    const row = serverRows(server, collection).get(rowId);
    const own = [...ofRow(rowId).values()];
    const moves = own.flat().filter((change) => isRefusedMove(change, server));
    // If somebody removed the new row or its list before it was refused, either is right.
    if (moves.some(({ data }) => wasRemoved(String(data.movedTo)))) return [];
    const changes = own.map((some) => some.filter((change) => !moves.includes(change)));
    const removals = [...changes, ...ofRow(listId).values()].flat().filter(({ type }) => type === 'remove');
    if (removals.some((change) => forgettable.has(change))) return [];
    const isRemoved = removals.some((change) => change.rowId === rowId);
    const isListRemoved = removals.some((change) => change.rowId === listId);
    if (isListRemoved && !server.hasCascade) return [];
    // A removed list that is back may get new items.
    const isBackRightly = server.mayBeBack(rowId) || (!isRemoved && server.mayBeBack(listId));
    if (isRemoved || isListRemoved) return row && !isBackRightly ? [`${rowId} was removed and is back`] : [];
    if (!row) {
      const wanted = changes.flat().reduce(reduceRow, null);
      const isUnwanted = !wanted || isWaitingBlank(wanted, []);
      return isUnwanted ? [] : [`${rowId} is lost`];
    }
    const origin = changes.flat().find(({ type }) => type === 'insert');
    return Object.keys(emptyFields[collection]).flatMap((name) => {
      const last = changes.flatMap((own) => own.findLast(({ data, type }) => name in data && type === 'update') ?? []);
      const written = last.length ? last : origin ? [origin] : [];
      const possible = [...written, ...olderOf(rowId), ...cameAlong(rowId)];
      const isKnown = possible.some(({ data }) => data[name] === row[name]);
      return isKnown ? [] : [`${rowId}.${name} is ${JSON.stringify(row[name])}, which nobody wrote last`];
    });
  };

  return {
    did: (device: string, changes: readonly Change[]): void => {
      acts.set(device, [...(acts.get(device) ?? []), ...changes]);
    },
    /** Forgets the changes that were not on disk when the device was killed. They may be lost. */
    died: (device: string, { tab: life, hasDropped }: SimulatedDevice, lost: readonly Lost[]): void => {
      const after = new Map(lost.map((row) => [row.rowId, row.after]));
      const isLost = ({ id, rowId }: Change) => id.endsWith(`-${life}`) && id > (after.get(rowId) ?? '');
      const own = acts.get(device) ?? [];
      acts.set(
        device,
        own.filter((change) => !isLost(change)),
      );
      for (const { rowId } of own.filter((change) => change.type === 'remove' && isLost(change))) excused.add(rowId);
      perhaps.push(...own.filter((change) => isLost(change) && hasDropped(change.id)));
    },
    serverSetBack: (): void => {
      for (const change of [...acts.values()].flat()) forgettable.add(change);
    },
    refused: (changes: readonly Change[]): void => {
      for (const { rowId } of changes) refused.add(rowId);
    },
    check: (devices: ReadonlyMap<string, SimulatedDevice>, server: ServerEnd): string[] => {
      const rows = new Map([...acts.values()].flat().map((change) => [change.rowId as string, change]));
      return [
        ...[...devices].flatMap(([name, device]) => divergence(name, device.state(), device.view(), server)),
        ...[...rows.values()].flatMap(({ collection, rowId, listId }) => checkRow(collection, rowId, listId, server)),
      ];
    },
  };
};
