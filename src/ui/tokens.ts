/**
 * All colours of the app. A warm background, green for actions and bought items, red only for danger.
 * The pairs have a contrast of 4.5 for text and 3 for controls; a test computes them.
 */
export interface Tokens {
  readonly background: string;
  /** Cards, the item sheet, the footer bar. */
  readonly surface: string;
  /** Menu, dialog, popover. */
  readonly raised: string;
  /** Icon tile, skeleton. */
  readonly sunken: string;
  readonly text: string;
  readonly text2: string;
  /** Unticked circle, border of a text field. */
  readonly outline: string;
  /** Decoration only; it has no meaning. */
  readonly divider: string;
  readonly primary: string;
  readonly onPrimary: string;
  readonly badge: string;
  readonly onBadge: string;
  readonly error: string;
  readonly onError: string;
  readonly errorSoft: string;
  readonly onErrorSoft: string;
  readonly warnSoft: string;
  readonly onWarnSoft: string;
  readonly snackbar: string;
  readonly onSnackbar: string;
  readonly snackbarAction: string;
}

export const LIGHT: Tokens = {
  background: '#F7F5EF',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  sunken: '#EEEBE2',
  text: '#1C211A',
  text2: '#565D50',
  outline: '#777E70',
  divider: '#DFDBD0',
  primary: '#1E6B45',
  onPrimary: '#FFFFFF',
  badge: '#D8EFDF',
  onBadge: '#0C3B24',
  error: '#B3261E',
  onError: '#FFFFFF',
  errorSoft: '#FBE3E0',
  onErrorSoft: '#601410',
  warnSoft: '#FFEFC7',
  onWarnSoft: '#4D3800',
  snackbar: '#2B3128',
  onSnackbar: '#F1F3EC',
  snackbarAction: '#8FD9AE',
};

export const DARK: Tokens = {
  background: '#121510',
  surface: '#1B1F19',
  raised: '#242922',
  sunken: '#0D100C',
  text: '#E8EBE3',
  text2: '#B3BAAB',
  outline: '#8B9383',
  divider: '#353B32',
  primary: '#7FD3A0',
  onPrimary: '#07331C',
  badge: '#1D4930',
  onBadge: '#C8F1D5',
  error: '#FFB4AB',
  onError: '#690005',
  errorSoft: '#5B1A15',
  onErrorSoft: '#FFDAD5',
  warnSoft: '#413200',
  onWarnSoft: '#FFDF94',
  snackbar: '#E3E6DD',
  onSnackbar: '#23291F',
  snackbarAction: '#1E6B45',
};

/** Corner radii in px. That of a button makes a pill of one line, and still leaves room for the letters of three. */
export const RADIUS = { card: 18, tile: 14, button: 28, pill: 999 } as const;

/** Milliseconds; with reduced motion no animation runs. */
export const MOTION_MS = { fade: 150, collapse: 200, sheet: 250 } as const;

/** From this width on, a menu opens at its button, and a dialog does not fill the screen. */
export const WIDE_PX = 768;

/** From this width on, the lists and the open list are side by side. */
export const PANES_PX = 1024;

/** Space for a message of two lines at the bottom of the window, with a gap below and above it. */
export const MESSAGE_ROOM = 'calc(2.5rem + 36px + var(--kb) + env(safe-area-inset-bottom))';
