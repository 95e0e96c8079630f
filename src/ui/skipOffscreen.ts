/**
 * Skips the layout of elements outside the window, so that a list of hundreds of rows opens quickly.
 * @param size the assumed height of an element that was never visible
 *
 * Not for WebKit (2.50), which has two faults with it: an added row stayed blank after the caret had left it, and a row
 * outside the window got the focus without being scrolled to. The query finds WebKit by its missing scroll anchoring. A
 * browser without scroll anchoring would also move the visible rows, because the assumed heights are wrong.
 */
export const skipOffscreen = (size: string) =>
  ({
    '@supports (overflow-anchor: auto)': { contentVisibility: 'auto', containIntrinsicSize: `auto ${size}` },
  }) as const;
