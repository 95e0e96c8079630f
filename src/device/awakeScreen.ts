/** How long after the last wish the screen may sleep again: a person who has put the phone away must not find it empty. */
export const AWAKE_MS = 5 * 60 * 1000;

export interface AwakeScreen {
  /** Keeps the screen on, from now for `AWAKE_MS`. */
  stay(): void;
  /** Lets it sleep as it does. */
  release(): void;
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Keeps the screen on where the device can (Screen Wake Lock), and does nothing elsewhere. A page that is hidden loses the lock by
 * itself; it is asked for again when the page is shown within the time.
 */
export const makeAwakeScreen = (wakeLock: WakeLock | undefined, page: Page): AwakeScreen => {
  let lock: WakeLockSentinel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (): Promise<void> => {
    if (!wakeLock || timer === undefined || page.visibilityState !== 'visible' || (lock && !lock.released)) return;
    // A low battery is the device's reason to refuse; the list works all the same.
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
      timer = setTimeout(release, AWAKE_MS);
      void ask();
    },
    release,
  };
};
