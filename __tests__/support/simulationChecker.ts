import { emptyFields } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import { reduceRow } from '../../src/sync/model/replayRow';
import type { Change } from '../../src/sync/model/syncState';
import { isWaitingBlank } from '../../src/sync/model/unsent';
import { divergence, isRefused, type ServerEnd, serverRows } from './simulationConvergence';
import type { Lost, SimulatedDevice } from './simulationDevice';

/** Everything each device did and kept, and what of it was refused: what must still hold when all is quiet. */
export const makeChecker = () => {
  const acts = new Map<string, Change[]>();
  /** Removed in the moment of a death, which may or may not have cancelled the row: only its convergence counts. */
  const excused = new Set<string>();
  /**
   * Done before the server was set back. Of what several devices knew of a row the first one back decides, so any of it may stand.
   */
  const forgettable = new Set<Change>();
  /** Given up for refused, rightly or not. */
  const refused = new Set<string>();
  /** Dropped in the moment of a death, because the server had what they wanted: that may stand. */
  const perhaps: Change[] = [];

  const ofRow = (rowId: string): Map<string, Change[]> =>
    new Map([...acts].map(([device, changes]) => [device, changes.filter((change) => change.rowId === rowId)]));

  /** Each field holds what some device last wrote into it; a removed row is removed, and only a removed row is. */
  const checkRow = (collection: Collection, rowId: string, listId: string, server: ServerEnd): string[] => {
    const isExcused = (id: string): boolean => excused.has(id) || (refused.has(id) && isRefused(server, id, listId));
    if (isExcused(rowId) || isExcused(listId)) return [];
    const row = serverRows(server, collection).get(rowId);
    const changes = [...ofRow(rowId).values()];
    const removals = [...changes, ...ofRow(listId).values()].flat().filter(({ type }) => type === 'remove');
    if (removals.some((change) => forgettable.has(change))) return [];
    const isRemoved = removals.some((change) => change.rowId === rowId);
    const isListRemoved = removals.some((change) => change.rowId === listId);
    if (isListRemoved && !server.hasCascade) return [];
    if (isRemoved || isListRemoved)
      return row && !server.hasLandedLate(rowId) ? [`${rowId} was removed and is back`] : [];
    if (!row) {
      const wanted = changes.flat().reduce(reduceRow, null);
      const isUnwanted = !wanted || isWaitingBlank(collection, wanted);
      return isUnwanted ? [] : [`${rowId} is lost`];
    }
    const origin = changes.flat().find(({ type }) => type === 'insert');
    return Object.keys(emptyFields[collection]).flatMap((name) => {
      const last = changes.flatMap((own) => own.findLast(({ data, type }) => name in data && type === 'update') ?? []);
      const written = last.length ? last : origin ? [origin] : [];
      const old = [...forgettable, ...perhaps].filter((change) => change.rowId === rowId);
      const possible = [...written, ...old];
      const isKnown = possible.some(({ data }) => data[name] === row[name]);
      return isKnown ? [] : [`${rowId}.${name} is ${JSON.stringify(row[name])}, which nobody wrote last`];
    });
  };

  return {
    did: (device: string, changes: readonly Change[]): void => {
      acts.set(device, [...(acts.get(device) ?? []), ...changes]);
    },
    /** Died before the disk had it: nobody may expect it any more. */
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
