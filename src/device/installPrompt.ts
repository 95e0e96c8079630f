/** Chromium's event, which TypeScript has no type for. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's install prompt, held until the person asks for it. */
export interface HeldPrompt {
  isHeld(): boolean;
  /** Hands it out and forgets it, because each prompt can be used once. */
  take(): InstallPrompt | null;
  subscribe(onChange: () => void): () => void;
}

/** Holds the prompt, which the browser sends once and early. The browser's own install bar stays hidden. */
export const holdInstallPrompt = (page: Pick<EventTarget, 'addEventListener'>): HeldPrompt => {
  const watchers = new Set<() => void>();
  let held: InstallPrompt | null = null;
  const hold = (prompt: InstallPrompt | null): void => {
    held = prompt;
    for (const watch of watchers) watch();
  };
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    hold(event as InstallPrompt);
  });
  page.addEventListener('appinstalled', () => hold(null));
  return {
    isHeld: () => held !== null,
    take: () => {
      const prompt = held;
      hold(null);
      return prompt;
    },
    subscribe: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
};
