import type { AppThunk } from '../state/appStore';
import { selectCapabilities, selectIsProviderKnown } from '../state/syncSlice';
import { fetchCapabilities } from './loadCapabilities';

/** What a disk that cannot be read or written costs, or code that does not come: the question once more. */
const ignored = (): null => null;

/**
 * Whether writes carry their keys. A provider on another origin has to say so first, because it may refuse a header it does not
 * know; but what went out without its key cannot be told from a new write when it is said again. So it is taken at its last word
 * while nobody has heard it anew, and asked where there is none. Who then says nothing takes none.
 * @param signal the round that waits for it is given up
 */
export const checkKeySupport =
  (signal: AbortSignal): AppThunk<Promise<boolean>> =>
  async (dispatch, getState, { ports }) => {
    if (ports.isSameOrigin) return true;
    const memory = await ports.openKeyMemory().catch(ignored);
    const last = (await memory?.read().catch(ignored)) ?? null;
    const isKnown = selectIsProviderKnown(getState());
    if (!isKnown && last !== null) return last;
    const offered = isKnown ? selectCapabilities(getState()) : await dispatch(fetchCapabilities(signal));
    if (!offered) return false;
    if (offered.idempotency !== last) await memory?.write(offered.idempotency).catch(ignored);
    return offered.idempotency;
  };
