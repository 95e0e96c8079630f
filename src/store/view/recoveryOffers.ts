import { remembered } from '../../domain/remembered';
import { recoveryOffers } from '../../sync/model/orphans';
import type { RootState } from '../state/rootReducer';

const offersOf = remembered(recoveryOffers);

const NO_OFFERS = {};

/**
 * Removed and refused lists with unsent additions of this device. A tab that cannot read its disk offers nothing, because the
 * answer may be stored there already. While a session is being closed, the next person must not read them.
 */
export const selectRecoveryOffers = ({ data, session, status }: RootState): ReturnType<typeof recoveryOffers> =>
  session.phase === 'open' && status.isDiskRead ? offersOf(data) : NO_OFFERS;
