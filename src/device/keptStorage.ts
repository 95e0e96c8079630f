/** What asking for storage that the browser does not clear by itself needs of the device. */
export interface KeptStorageWorld {
  /** The browser's own; resolves with its answer, or a person's. */
  readonly persist: () => Promise<boolean>;
  /** When a person was asked last (epoch ms); null: never, or not known. */
  readonly askedAt: () => number | null;
  readonly keepAskedAt: (at: number | null) => void;
  /** Epoch ms. */
  readonly now: () => number;
}

const SILENT_MS = 30 * 24 * 60 * 60 * 1000;

/** No person answers so soon: the browser has decided by itself, and may decide otherwise another day. */
const BY_ITSELF_MS = 1000;

/**
 * Asks the browser to keep what is stored. Chromium and Safari decide by themselves; Firefox asks the person, and would do so
 * at the first change after every start for as long as the question is put aside: a person is asked once a month.
 */
export const askToKeepStorage = async ({ persist, askedAt, keepAskedAt, now }: KeptStorageWorld): Promise<void> => {
  const before = askedAt();
  const begun = now();
  // A clock that went back must not silence it for longer.
  if (before !== null && Math.abs(begun - before) < SILENT_MS) return;
  // Before the answer: a page that is closed over the question gets none.
  keepAskedAt(begun);
  await persist();
  if (now() - begun < BY_ITSELF_MS) keepAskedAt(null);
};
