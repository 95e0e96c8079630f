import { LostPart } from '../device/fetchPart';
import type { IsSaved } from './reloadQuietly';

const HEALED_KEY = 'healedAt';
/** A reload that did not help must not be followed by another. */
const HEAL_EVERY_MS = 60_000;

const mayHeal = ({ sessionStorage, navigator, performance }: Window): boolean => {
  // Without a network and a worker there would be no page at all afterwards.
  if (!navigator.onLine && !navigator.serviceWorker?.controller) return false;
  const now = performance.timeOrigin + performance.now();
  try {
    const healedAt = Number(sessionStorage.getItem(HEALED_KEY) ?? Number.NaN);
    if (Math.abs(now - healedAt) < HEAL_EVERY_MS) return false;
    sessionStorage.setItem(HEALED_KEY, String(now));
    return true;
  } catch {
    // Nowhere to remember it: better no reload than one after the other.
    return false;
  }
};

/** Reloads the page when a part of it was lost: once, and only when every change is on disk. Other errors are left alone. */
export const healLostPart = async (page: Window, error: unknown, isSaved: IsSaved): Promise<void> => {
  if (!(error instanceof LostPart) || !(await isSaved()) || !mayHeal(page)) return;
  page.location.reload();
};
