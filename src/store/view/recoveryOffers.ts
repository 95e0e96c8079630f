import { recoveryOffers } from '../../sync/model/orphans';
import type { SyncState } from '../../sync/model/syncState';
import type { RootState } from '../state/rootReducer';

const offers = new WeakMap<SyncState, ReturnType<typeof recoveryOffers>>();

const NO_OFFERS = {};

/**
 * Lists that are gone with unsent additions of this device; of one without any nobody is asked. Nor is anybody asked by a tab
 * that cannot read its disk, where the answer may stand already.
 */
export const selectRecoveryOffers = ({ data, status }: RootState): ReturnType<typeof recoveryOffers> => {
  if (!status.isDiskRead) return NO_OFFERS;
  const known = offers.get(data);
  if (known) return known;
  const asked = recoveryOffers(data);
  offers.set(data, asked);
  return asked;
};
