import { reduceSync } from '../sync/model/reduceSync';
import { syncEvent } from '../sync/model/syncEvents';
import { emptyBase, emptyLog, type SyncState } from '../sync/model/syncState';
import { logPartOf } from './logRecords';
import type { Reading } from './userDatabase';

/** The state from all stored records alone. */
export const storedState = ({ base, log }: Pick<Reading, 'base' | 'log'>): SyncState => {
  const { damaged: _, ...part } = logPartOf(log);
  const read = syncEvent('sync/recordsRead', { ...part, isWhole: true, base, isMerged: false });
  return reduceSync({ base: emptyBase, log: emptyLog }, read);
};
