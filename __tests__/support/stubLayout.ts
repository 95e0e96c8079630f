let widthPx = 0;
const watchers = new Set<() => void>();

/** Sets the width of the window, as turning a phone does. */
export const resizeTo = (px: number): void => {
  widthPx = px;
  for (const watch of watchers) watch();
};

/** What jsdom has no layout for. @param px the width of the window */
export const stubLayout = (px: number): void => {
  const nothing = (): void => undefined;
  watchers.clear();
  widthPx = px;
  const matches = (media: string): boolean => {
    const [, least] = /min-width: (\d+)px/.exec(media) ?? [];
    // Reduced motion, so that dialogs open and close at once.
    return least === undefined ? media.includes('prefers-reduced-motion') : widthPx >= Number(least);
  };
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    writable: true,
    value: (media: string) => ({
      media,
      matches: matches(media),
      addEventListener: (_type: string, watch: () => void) => watchers.add(watch),
      removeEventListener: (_type: string, watch: () => void) => watchers.delete(watch),
      // MUI still listens to colour schemes the old way.
      addListener: nothing,
      removeListener: nothing,
    }),
  });
  class Observer {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
    takeRecords = () => [];
  }
  Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
  Object.assign(window, { scrollTo: nothing });
  Element.prototype.scrollIntoView = nothing;
  class TouchPoint extends MouseEvent {
    readonly pointerType: string;
    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init);
      this.pointerType = init.pointerType ?? '';
    }
  }
  if (!('PointerEvent' in globalThis)) Object.assign(globalThis, { PointerEvent: TouchPoint });
  const css = (globalThis.CSS ?? {}) as { supports?: unknown };
  if (!css.supports) Object.assign(globalThis, { CSS: { ...css, supports: () => false } });
};
