import type { RootState } from '../../store/state/rootReducer';
import { isStorageClosed } from '../isStorageClosed';
import type { SyncFacts } from './statusOf';

/**
 * The state of this device's storage. It is independent of other errors, so that an offline person never hears that
 * lost changes are stored.
 */
export const selectStorage = ({ errors }: RootState): SyncFacts['storage'] => {
  const error = errors.find(({ id }) => id === 'storageError');
  if (!error) return 'well';
  return isStorageClosed(error.reason) ? 'closed' : 'failing';
};
