import { recoveryOffers } from '../../sync/model/orphans';
import type { SyncState } from '../../sync/model/syncState';
import type { RootState } from '../state/rootReducer';

const offers = new WeakMap<SyncState, ReturnType<typeof recoveryOffers>>();

const NO_OFFERS = {};

/**
 * Removed lists with unsent additions of this device. A tab that cannot read its disk offers nothing, because the
 * answer may be stored there already.
 */
export const selectRecoveryOffers = ({ data, status }: RootState): ReturnType<typeof recoveryOffers> => {
  if (!status.isDiskRead) return NO_OFFERS;
  const known = offers.get(data);
  if (known) return known;
  const asked = recoveryOffers(data);
  offers.set(data, asked);
  return asked;
};
