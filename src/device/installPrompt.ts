/** What Chromium hands us; TypeScript does not know it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's question, kept for a quiet moment. */
export interface HeldPrompt {
  isHeld(): boolean;
  /** Gives it away: each can be asked once. */
  take(): InstallPrompt | null;
  subscribe(onChange: () => void): () => void;
}

/** Keeps the prompt that comes early in a page's life, and once; the browser's own bar stays away. */
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
