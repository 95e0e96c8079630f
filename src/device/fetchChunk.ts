/** A chunk of the app could not be loaded. Most likely the server has a newer version without it. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const RETRY_AFTER_MS = 500;

/** Tries once more after a pause, so that one lost packet does not cost a screen or a session. */
const retryOnce = async <Value>(act: () => Promise<Value>): Promise<Value> => {
  try {
    return await act();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return act();
  }
};

/**
 * Loads a chunk of the app.
 * @throws ChunkLoadError when the second try fails too
 */
export const fetchChunk = <Module>(load: () => Promise<Module>): Promise<Module> =>
  retryOnce(load).catch((cause) => {
    throw new ChunkLoadError(String(cause), { cause });
  });
