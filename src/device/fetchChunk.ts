/** A part of the app that could not be fetched, most likely because a newer version has taken its place on the server. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const RETRY_AFTER_MS = 500;

/** Does it again some time after it failed: one lost packet must cost nobody a screen or a session. */
const secondTry = async <Value>(act: () => Promise<Value>): Promise<Value> => {
  try {
    return await act();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return act();
  }
};

/** Fetches a part of the app. @throws ChunkLoadError when it did not come at the second try either */
export const fetchChunk = <Module>(load: () => Promise<Module>): Promise<Module> =>
  secondTry(load).catch((cause) => {
    throw new ChunkLoadError(String(cause), { cause });
  });
