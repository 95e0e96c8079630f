/** What jsdom has no layout for. @param isWide a window of at least 768 px */
export const stubLayout = (isWide: boolean): void => {
  const nothing = (): void => undefined;
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    writable: true,
    value: (media: string) => ({
      media,
      // Motion is reduced: dialogs come and go at once.
      matches: media.includes('min-width') ? isWide : media.includes('prefers-reduced-motion'),
      addEventListener: nothing,
      removeEventListener: nothing,
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
