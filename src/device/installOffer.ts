import type { HeldPrompt } from './installPrompt';

/**
 * - prompt: the browser lets us ask
 * - hint: the person must do it in the browser's own menu (iOS)
 */
export type InstallKind = 'prompt' | 'hint';

/** Whether and how the app can be installed on this device. */
export interface InstallOffer {
  /** Null: installed, not possible, declined recently, or a first visit. */
  kind(): InstallKind | null;
  /** Opens the browser's own prompt. Must be called in a click handler. */
  accept(): Promise<void>;
  /** Declines: no offer for a month. */
  dismiss(): void;
}

export interface InstallWorld {
  readonly prompt: HeldPrompt;
  readonly isStandalone: boolean;
  /** A browser on iOS that can add pages to the home screen. */
  readonly isIos: boolean;
  readonly isFirstVisit: boolean;
  readonly dismissedAt: () => number | null;
  readonly keepDismissal: (at: number) => void;
  /** Epoch ms. */
  readonly now: () => number;
}

const SILENT_MS = 30 * 24 * 60 * 60 * 1000;

export const makeInstallOffer = (world: InstallWorld): InstallOffer => {
  const dismiss = (): void => world.keepDismissal(world.now());
  const isSilent = (): boolean => {
    const at = world.dismissedAt();
    // `abs`, so that a clock that was set back does not extend the silence.
    return at !== null && Math.abs(world.now() - at) < SILENT_MS;
  };
  return {
    kind: () => {
      if (world.isStandalone || world.isFirstVisit || isSilent()) return null;
      if (world.prompt.isHeld()) return 'prompt';
      return world.isIos ? 'hint' : null;
    },
    accept: async () => {
      const answer = await world.prompt.take()?.prompt();
      if (answer?.outcome === 'dismissed') dismiss();
    },
    dismiss,
  };
};
