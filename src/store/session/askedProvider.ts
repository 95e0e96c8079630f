import { NO_CAPABILITIES } from '../../contract/capabilities';
import type { RoundCapabilities } from '../../storage/providerMemory';
import type { AppThunk } from '../state/appStore';
import { selectCapabilities, selectIsProviderKnown } from '../state/capabilitiesSlice';
import { fetchCapabilities } from './loadCapabilities';

/**
 * What the provider offers to a round. Its last answer is valid until a newer one, and it is asked if there is none. A
 * guess would lose something: the server cannot distinguish a repeated write without a key from a new one, and it keeps
 * a removed list without the items that were removed before it. A provider that does not answer offers nothing.
 * @param signal aborts when the round that waits is cancelled
 */
export const askedProvider =
  (signal: AbortSignal): AppThunk<Promise<RoundCapabilities>> =>
  async (dispatch, getState, { ports }) => {
    if (selectIsProviderKnown(getState())) return selectCapabilities(getState());
    // If the disk or a code file cannot be read, the server is asked again.
    const last = await ports
      .openProviderMemory()
      .then((memory) => memory.read())
      .catch(() => null);
    return last ?? (await dispatch(fetchCapabilities(signal))) ?? NO_CAPABILITIES;
  };
