/**
 * - prompt: the browser lets us ask
 * - hint: the person must do it in the browser's own menu (iOS)
 */
export type InstallKind = 'prompt' | 'hint';

/** The chance to install the app on this device, kept for a quiet moment. */
export interface InstallOffer {
  /** Null: installed, not possible, refused not long ago, or a first visit. */
  kind(): InstallKind | null;
  subscribe(onChange: () => void): () => void;
  /** Lets the browser ask. Call it in a click. */
  accept(): Promise<void>;
  /** Not now: silent for a month. */
  dismiss(): void;
}

/** What Chromium hands us; TypeScript does not know it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallWorld {
  /** Hears `beforeinstallprompt` and `appinstalled`. */
  readonly events: Pick<EventTarget, 'addEventListener'>;
  readonly isStandalone: boolean;
  /** A browser on iOS that can put pages on the home screen. */
  readonly isIos: boolean;
  readonly isFirstVisit: boolean;
  readonly dismissedAt: () => number | null;
  readonly keepDismissal: (at: number) => void;
  /** Epoch ms. */
  readonly now: () => number;
}

const SILENT_MS = 30 * 24 * 60 * 60 * 1000;

export const makeInstallOffer = (world: InstallWorld): InstallOffer => {
  const watchers = new Set<() => void>();
  let prompt: InstallPrompt | null = null;
  const notify = (): void => {
    for (const watch of watchers) watch();
  };
  const setPrompt = (next: InstallPrompt | null): void => {
    prompt = next;
    notify();
  };
  const dismiss = (): void => {
    world.keepDismissal(world.now());
    notify();
  };
  const isSilent = (): boolean => {
    const at = world.dismissedAt();
    // A clock that went back must not silence it for longer.
    return at !== null && Math.abs(world.now() - at) < SILENT_MS;
  };

  world.events.addEventListener('beforeinstallprompt', (event) => {
    // Kept, so that the browser's own bar does not come at its own moment.
    event.preventDefault();
    setPrompt(event as InstallPrompt);
  });
  world.events.addEventListener('appinstalled', () => setPrompt(null));

  return {
    kind: () => {
      if (world.isStandalone || world.isFirstVisit || isSilent()) return null;
      if (prompt) return 'prompt';
      return world.isIos ? 'hint' : null;
    },
    subscribe: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    accept: async () => {
      const asked = prompt;
      if (!asked) return;
      // The browser lets each be used once.
      setPrompt(null);
      const { outcome } = await asked.prompt();
      if (outcome === 'dismissed') dismiss();
    },
    dismiss,
  };
};
