import type { CssVarsThemeOptions } from '@mui/material/styles';
import { MESSAGE_ROOM, MOTION_MS, RADIUS } from './tokens';

export const FOCUS_RING = '2px solid var(--mui-palette-primary-main)';

/** Only for devices that hover: on touch screens the last touched element would stay highlighted. */
export const onHover = <Look>(look: Look) => ({ '@media (hover: hover)': { '&:hover': look } });

/**
 * Styles for the dark scheme: if the device prefers it and the person has not chosen light, or if the person has chosen
 * dark. Important! The selector needs `html`, because Emotion breaks selectors that start with a colon.
 */
export const inDarkScheme = <Look>(look: Look) => ({
  '@media (prefers-color-scheme: dark)': { 'html:not([data-scheme=light]) &': look },
  'html[data-scheme=dark] &': look,
});

/**
 * The only shadow, for elements that float above the page. Their border shows in the dark scheme, and in forced-colours
 * mode, which has no shadows and colours every border.
 */
export const FLOATING = {
  backgroundColor: 'var(--mui-palette-raised)',
  backgroundImage: 'none',
  boxShadow: '0 8px 24px rgb(0 0 0 / 18%)',
  border: '1px solid transparent',
  ...inDarkScheme({ borderColor: 'var(--mui-palette-divider)' }),
} as const;

/** In forced-colours mode backgrounds disappear, so a border takes their place. */
export const FORCED_EDGE = { '@media (forced-colors: active)': { border: '1px solid' } } as const;

/** At least 44 px for a finger, and larger with larger text. */
export const TOUCH = 'max(44px, 1.5rem + 8px)';

const globalStyles = {
  ':root': { '--top': '60px', '--kb': '0px', '--bar': '0px', WebkitTextSizeAdjust: '100%' },
  // The height of the footer bar, for the end of the page and for the snackbar above the bar.
  ':root:has([data-footer-bar])': { '--bar': '64px' },
  // The width of the lists pane, which narrows the space for centred elements.
  ':root:has([data-panes])': { '--pane': 'clamp(320px, 30vw, 400px)' },
  html: {
    scrollPaddingTop: 'calc(var(--top) + 72px)',
    scrollPaddingBottom: 'calc(var(--bar) + var(--kb) + max(72px, var(--chips, 0px)))',
  },
  // A message raises Dodaj. Rules for the rows themselves would be matched again for every row with each change of the page.
  'html:has([data-snackbar])': {
    scrollPaddingBottom: `calc(var(--bar) + ${MESSAGE_ROOM} + max(72px, var(--chips, 0px)))`,
  },
  body: { overscrollBehaviorY: 'contain', WebkitTapHighlightColor: 'transparent' },
  'h1, h2, h3, p': { margin: 0 },
  '*:focus-visible': { outline: FOCUS_RING, outlineOffset: '2px' },
  // A heading has the focus only so that screen readers start there.
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

/** MUI's sheets ease so by the theme. Its fades and menus take one curve for both ways, unless told. */
const EASED = { transition: { easing: { enter: 'ease-out', exit: 'ease-in' } } } as const;

/** Flat components: thin borders and fills instead of shadows, no ripples, targets of at least 44 px. */
export const componentStyles: NonNullable<CssVarsThemeOptions['components']> = {
  MuiCssBaseline: { styleOverrides: globalStyles },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: {
        // MUI removes outlines and shows the focus by the ripple, which is off here.
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
        borderRadius: RADIUS.button,
        ...onHover({ filter: 'brightness(0.96)' }),
        '&:active': { filter: 'brightness(0.9)' },
      },
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
  // These variants are not headings, whatever their size.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p', caption: 'span' } } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiBackdrop: { defaultProps: { slotProps: EASED } },
  MuiDialog: { defaultProps: { slotProps: EASED }, styleOverrides: { paper: FLOATING } },
  MuiDrawer: { styleOverrides: { paper: FLOATING } },
  MuiPopover: {
    defaultProps: { transitionDuration: MOTION_MS.collapse, slotProps: EASED },
    styleOverrides: { paper: { ...FLOATING, borderRadius: RADIUS.card } },
  },
};
