import type { AppThunk } from '../state/appStore';
import { selectCapabilities, selectIsProviderKnown } from '../state/capabilitiesSlice';
import { fetchCapabilities } from './loadCapabilities';

/** If the disk or a code file cannot be read, the server is asked again. */
const ignored = (): null => null;

/**
 * Whether writes carry idempotency keys. A provider on another origin must announce this, because it may refuse an
 * unknown header. But the server cannot distinguish a repeated write without a key from a new one. So the provider's
 * last answer is valid until a newer one, and the provider is asked if there is none. A provider that does not answer
 * gets no keys.
 * @param signal aborts when the round that waits is cancelled
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
