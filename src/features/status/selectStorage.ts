import type { RootState } from '../../store/state/rootReducer';
import { isStorageClosed } from '../isStorageClosed';
import type { SyncFacts } from './statusOf';

/** How this device's storage is, whatever else is wrong: offline, too, nobody may hear that changes are kept when they are not. */
export const selectStorage = ({ errors }: RootState): SyncFacts['storage'] => {
  const error = errors.find(({ id }) => id === 'storageError');
  if (!error) return 'well';
  return isStorageClosed(error.reason) ? 'closed' : 'failing';
};
