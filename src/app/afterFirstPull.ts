import { whenIdle } from '../device/whenIdle';
import type { AppStore } from '../store/state/appStore';
import { selectHasPulled } from '../store/view/viewSelectors';

/** A first pull that takes longer is not waited for. */
const LONGEST_MS = 10_000;

/**
 * Resolves when the lists and items of a signed-in person have arrived, and the page is idle after that. Installing the
 * service worker loads the whole build, which would delay a first pull. Resolves at once if nothing is to be pulled.
 */
export const afterFirstPull = async (page: Window, store: AppStore, isSignedIn: boolean): Promise<void> => {
  if (!isSignedIn || selectHasPulled(store.getState())) return;
  await new Promise<void>((resolve) => {
    const timer = page.setTimeout(() => end(), LONGEST_MS);
    const stop = store.subscribe(() => {
      if (selectHasPulled(store.getState())) end();
    });
    const end = (): void => {
      page.clearTimeout(timer);
      stop();
      resolve();
    };
  });
  await whenIdle(page, LONGEST_MS);
};
