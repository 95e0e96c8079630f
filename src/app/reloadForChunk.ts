import { BASE_PATH } from '../contract/basePath';
import { RELOADED_AT_KEY } from '../contract/storageKeys';
import { ChunkLoadError } from '../device/fetchChunk';
import type { IsSaved } from './reloadWhenIdle';

/** The shortest time between two reloads: if one did not help, the next would not either. */
const RELOAD_EVERY_MS = 60_000;

/**
 * Whether the app would start after a reload. Without a worker it asks the server first. If the server or network is
 * down, a reload would remove the whole app from the screen.
 */
const wouldStart = async (page: Window): Promise<boolean> =>
  Boolean(page.navigator.serviceWorker?.controller) ||
  page.fetch(BASE_PATH, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const isFirstInAWhile = ({ sessionStorage, performance }: Window): boolean => {
  const now = performance.timeOrigin + performance.now();
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? Number.NaN);
    if (Math.abs(now - reloadedAt) < RELOAD_EVERY_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    return true;
  } catch {
    // Without storage a second reload could not be prevented.
    return false;
  }
};

/** Whether the page may be loaded again to repair it. If it may, that counts as done. */
export const mayReload = async (page: Window): Promise<boolean> => (await wouldStart(page)) && isFirstInAWhile(page);

/**
 * Reloads the page once when a chunk could not be loaded, and only if every change is on disk. Other errors are
 * ignored.
 */
export const reloadForChunk = async (page: Window, error: unknown, isSaved: IsSaved): Promise<void> => {
  if (!(error instanceof ChunkLoadError) || !(await isSaved())) return;
  if (await mayReload(page)) page.location.reload();
};
