import { RELOADED_AT_KEY } from '../contract/storageKeys';
import { ChunkLoadError } from '../device/fetchChunk';
import type { IsSaved } from './reloadQuietly';

/** A reload that did not help must not be followed by another. */
const HEAL_EVERY_MS = 60_000;

/**
 * Whether there would be a page afterwards. Without a worker the server is asked for it: what made the part go missing, a network
 * that only looks like one or a server that is away, would take the whole app off the screen.
 */
const wouldStart = async (page: Window): Promise<boolean> =>
  Boolean(page.navigator.serviceWorker?.controller) ||
  page.fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const mayHeal = ({ sessionStorage, performance }: Window): boolean => {
  const now = performance.timeOrigin + performance.now();
  try {
    const healedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? Number.NaN);
    if (Math.abs(now - healedAt) < HEAL_EVERY_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    return true;
  } catch {
    // Nowhere to remember it: better no reload than one after the other.
    return false;
  }
};

/** Reloads the page when a part of it was lost: once, and only when every change is on disk. Other errors are left alone. */
export const reloadForChunk = async (page: Window, error: unknown, isSaved: IsSaved): Promise<void> => {
  if (!(error instanceof ChunkLoadError) || !(await isSaved()) || !(await wouldStart(page)) || !mayHeal(page)) return;
  page.location.reload();
};
