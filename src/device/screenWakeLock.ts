/** How long the screen stays on after the last call. A phone that was put away must not lose its battery. */
export const WAKE_LOCK_MS = 5 * 60 * 1000;

interface ScreenWakeLock {
  /** Keeps the screen on for `WAKE_LOCK_MS` from now. */
  stay(): void;
  /** Ends it at once. */
  release(): void;
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Keeps the screen on by the Screen Wake Lock API; does nothing where it is missing. The browser releases the lock when
 * the page is hidden. It is requested again when the page becomes visible in time.
 */
export const makeScreenWakeLock = (wakeLock: WakeLock | undefined, page: Page): ScreenWakeLock => {
  let lock: WakeLockSentinel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (): Promise<void> => {
    if (!wakeLock || timer === undefined || page.visibilityState !== 'visible' || (lock && !lock.released)) return;
    // The device may refuse, for example with a low battery. The list works without it.
    const given = await wakeLock.request('screen').catch(() => null);
    if (timer === undefined || (lock && !lock.released)) void given?.release();
    else lock = given;
  };
  const onShown = (): void => void ask();
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    page.removeEventListener('visibilitychange', onShown);
    void lock?.release();
    lock = null;
  };
  return {
    stay: () => {
      if (timer === undefined) page.addEventListener('visibilitychange', onShown);
      clearTimeout(timer);
      timer = setTimeout(release, WAKE_LOCK_MS);
      void ask();
    },
    release,
  };
};
