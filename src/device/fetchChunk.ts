/** A chunk of the app could not be loaded. Most likely the server has a newer version without it. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const RETRY_AFTER_MS = 500;

/** Resolves after a pause, or without a network when there is one again. */
const untilWorthTrying = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.navigator?.onLine === false) addEventListener('online', () => resolve(), { once: true });
    else setTimeout(resolve, RETRY_AFTER_MS);
  });

/**
 * Loads a chunk of the app. Tries once more, so that one lost packet does not cost a screen or a session. A person whose
 * network is lost during the first visit sees the placeholders of the screen until it is back.
 * @throws ChunkLoadError when the second try fails too
 */
export const fetchChunk = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load().catch(() => untilWorthTrying().then(load));
  } catch (cause) {
    throw new ChunkLoadError(String(cause), { cause });
  }
};
