import type { CssVarsThemeOptions } from '@mui/material/styles';
import { MOTION_MS, RADIUS } from './tokens';

export const FOCUS_RING = '2px solid var(--mui-palette-primary-main)';

/** A finger does not hover: what it touched last must not stay lit. */
const onHover = (look: Readonly<Record<string, string>>) => ({ '@media (hover: hover)': { '&:hover': look } });

/**
 * Rules for the dark: where the device says so and nobody has chosen light, and where somebody has chosen dark. Important! `html` and not
 * `:root`: of a selector that begins with a colon Emotion makes one that matches nothing.
 */
export const inTheDark = <Look>(look: Look) => ({
  '@media (prefers-color-scheme: dark)': { 'html:not([data-scheme=light]) &': look },
  'html[data-scheme=dark] &': look,
});

/** The one shadow, for what floats above the page; in the dark a hairline does more. */
export const FLOATING = {
  backgroundColor: 'var(--mui-palette-raised)',
  backgroundImage: 'none',
  boxShadow: '0 8px 24px rgb(0 0 0 / 18%)',
  ...inTheDark({ border: '1px solid var(--mui-palette-divider)' }),
} as const;

/** Where the system takes the fills away, an edge says what they said. */
export const FORCED_EDGE = { '@media (forced-colors: active)': { border: '1px solid' } } as const;

/** Never smaller than a finger, nor than its picture, which grows with the text. */
const TOUCH = 'max(44px, 1.5rem + 8px)';

const globalStyles = {
  ':root': { '--top': '60px', '--kb': '0px', '--bar': '0px', WebkitTextSizeAdjust: '100%' },
  // The footer bar reserves its place once, for the page's end and for the snackbar above it.
  ':root:has([data-footer-bar])': { '--bar': '64px' },
  ':root:has([data-selection-bar])': { '--bar': 'calc(1.75rem + 64px)' },
  // Beside the lists there is less room for what stands in the middle.
  ':root:has([data-panes])': { '--pane': 'clamp(320px, 30vw, 400px)' },
  // On a phone, suggestions stand between the page and its keyboard.
  ':root:has([data-chips])': { '@media (pointer: coarse)': { '--chips': '72px' } },
  html: {
    scrollPaddingTop: 'calc(var(--top) + 72px)',
    scrollPaddingBottom: 'calc(var(--bar) + var(--kb) + 72px)',
  },
  body: { overscrollBehaviorY: 'contain', WebkitTapHighlightColor: 'transparent' },
  'h1, h2, h3, p': { margin: 0 },
  '*:focus-visible': { outline: FOCUS_RING, outlineOffset: '2px' },
  // A heading takes focus only so that screen readers start there.
  '[tabindex="-1"]:focus-visible': { outline: 'none' },
  '@media (forced-colors: active)': { '*:focus-visible': { outlineColor: 'Highlight' } },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animation: 'none !important',
      transitionDuration: '0s !important',
      transitionDelay: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
} as const;

/** Flat components: hairlines and fills instead of shadows, no ripples, targets of at least 44 px. */
export const componentLooks: NonNullable<CssVarsThemeOptions['components']> = {
  MuiCssBaseline: { styleOverrides: globalStyles },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: {
        // MUI takes every outline away and leaves the ripple, which we have not, to show the focus.
        '&:focus-visible': { outline: FOCUS_RING, outlineOffset: 2 },
        '@media (forced-colors: active)': { '&:focus-visible': { outlineColor: 'Highlight' } },
      },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 48,
        paddingInline: 20,
        borderRadius: RADIUS.pill,
        ...onHover({ filter: 'brightness(0.96)' }),
        '&:active': { filter: 'brightness(0.9)' },
      },
      startIcon: { '& > *:nth-of-type(1)': { fontSize: 24 } },
      contained: FORCED_EDGE,
      outlined: { borderColor: 'var(--mui-palette-outline)', color: 'var(--mui-palette-text-primary)' },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: TOUCH,
        height: TOUCH,
        padding: 0,
        flexShrink: 0,
        color: 'var(--mui-palette-text-secondary)',
        '&:hover': { backgroundColor: 'transparent' },
        ...onHover({ backgroundColor: 'var(--mui-palette-sunken)' }),
      },
    },
  },
  // Rows and quantities are no headings, whatever their size.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p', caption: 'span' } } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDialog: { styleOverrides: { paper: FLOATING } },
  MuiDrawer: { styleOverrides: { paper: FLOATING } },
  MuiPopover: {
    defaultProps: { transitionDuration: MOTION_MS.collapse },
    styleOverrides: { paper: { ...FLOATING, borderRadius: RADIUS.card } },
  },
};
