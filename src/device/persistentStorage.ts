/** The inputs of `requestPersistence`. */
export interface PersistenceWorld {
  /** `navigator.storage.persist`; the browser or the person decides. */
  readonly persist: () => Promise<boolean>;
  /** When the person was asked last, in epoch ms; null if never or unknown. */
  readonly askedAt: () => number | null;
  readonly keepAskedAt: (at: number | null) => void;
  /** Epoch ms. */
  readonly now: () => number;
}

const SILENT_MS = 30 * 24 * 60 * 60 * 1000;

/** An answer this quick comes from the browser, not from a person. It may be different another day. */
const BY_ITSELF_MS = 1000;

/**
 * Asks the browser not to clear our storage by itself. Chromium and Safari decide alone. Firefox asks the person, at
 * every start until they answer, so we ask at most once a month.
 */
export const requestPersistence = async ({ persist, askedAt, keepAskedAt, now }: PersistenceWorld): Promise<void> => {
  const before = askedAt();
  const begun = now();
  // `abs`, so that a clock that was set back does not extend the silence.
  if (before !== null && Math.abs(begun - before) < SILENT_MS) return;
  // Stored before the answer, because a page that is closed during the question gets none.
  keepAskedAt(begun);
  await persist();
  if (now() - begun < BY_ITSELF_MS) keepAskedAt(null);
};
