import { CAPABILITIES_REQUEST, offeredBy } from '../contract/capabilities';
import type { AppThunk } from './appStore';
import { callProvider, QUESTION_PATIENCE_MS } from './callProvider';
import { capabilitiesLoaded, selectCapabilities, selectIsProviderKnown } from './syncSlice';

/** What a disk that cannot be read or written costs, or code that does not come: the question once more. */
const ignored = (): null => null;

/**
 * Whether writes carry their keys. A provider on another origin has to say so first, because it may refuse a header it does not
 * know; but what went out without its key cannot be told from a new write when it is said again. So it is taken at its last word
 * while nobody has heard it anew, and asked where there is none. Who then says nothing takes none.
 */
export const takesKeys =
  (): AppThunk<Promise<boolean>> =>
  async (dispatch, getState, { ports }) => {
    if (ports.isSameOrigin) return true;
    const memory = await ports.openKeyMemory().catch(ignored);
    const last = (await memory?.read().catch(ignored)) ?? null;
    if (!selectIsProviderKnown(getState()) && last !== null) return last;
    if (!selectIsProviderKnown(getState())) {
      const offered = offeredBy(
        await dispatch(callProvider(CAPABILITIES_REQUEST, null, () => true, QUESTION_PATIENCE_MS)),
      );
      if (!offered) return false;
      dispatch(capabilitiesLoaded(offered));
    }
    const { idempotency } = selectCapabilities(getState());
    if (idempotency !== last) await memory?.write(idempotency).catch(ignored);
    return idempotency;
  };
