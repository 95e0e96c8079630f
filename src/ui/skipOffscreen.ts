/**
 * Skips the layout of elements outside the window, so that a list of hundreds of rows opens quickly.
 * @param size the assumed height of an element that was never visible
 *
 * Not for WebKit (2.50). There an added row with the caret stayed blank after the caret had moved on. And the focus
 * moved to rows outside the window without scrolling. The query detects WebKit by its missing scroll anchoring. Without
 * it, wrong assumed heights would also move the visible rows.
 */
export const skipOffscreen = (size: string) =>
  ({
    '@supports (overflow-anchor: auto)': { contentVisibility: 'auto', containIntrinsicSize: `auto ${size}` },
  }) as const;
