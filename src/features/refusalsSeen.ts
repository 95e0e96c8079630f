import type { RowId } from '../contract/ids';
import { REFUSALS_SEEN_KEY } from '../contract/storageKeys';
import { readJson, writeText } from '../device/webStorage';
import type { AppThunk } from '../store/state/appStore';
import { refusalId, selectRefusals } from '../store/view/viewSelectors';

/** Two persons may use this device; of each, the log keeps 200. */
const MOST_SEEN = 400;

const onDevice = (): Storage => localStorage;

const storedIds = (): readonly unknown[] => {
  const stored = readJson(onDevice, REFUSALS_SEEN_KEY);
  return Array.isArray(stored) ? stored : [];
};

/** The ids of the refusals that were seen on Logs, of everybody who uses this device. They depend on no clock. */
export const readRefusalsSeen = (): ReadonlySet<unknown> => new Set(storedIds());

export const addRefusalsSeen = (ids: readonly string[]): void => {
  const seen = new Set<unknown>(ids);
  const all = [...storedIds().filter((id) => !seen.has(id)), ...ids];
  writeText(onDevice, REFUSALS_SEEN_KEY, JSON.stringify(all.slice(-MOST_SEEN)));
  // The browser tells only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: REFUSALS_SEEN_KEY }));
};

/** Counts what the server refused of a row as seen. The person has just answered a message that told it. */
export const markRefusalsSeen =
  (row: RowId): AppThunk =>
  (_dispatch, getState) =>
    addRefusalsSeen(
      selectRefusals(getState())
        .filter(({ changes }) => changes.some(({ rowId }) => rowId === row))
        .map(refusalId),
    );
