import { extendTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { componentStyles } from './componentStyles';
import { DARK, LIGHT, MOTION_MS, type Tokens } from './tokens';

/** The colours that we add to MUI's palette. */
interface OwnColors {
  readonly surface: string;
  readonly raised: string;
  readonly sunken: string;
  readonly outline: string;
  readonly badge: string;
  readonly onBadge: string;
  readonly errorSoft: string;
  readonly onErrorSoft: string;
  readonly warnSoft: string;
  readonly onWarnSoft: string;
  readonly snackbar: string;
  readonly onSnackbar: string;
  readonly snackbarAction: string;
}

declare module '@mui/material/styles' {
  interface Palette extends OwnColors {}
  interface PaletteOptions extends Partial<OwnColors> {}
}

const paletteOf = ({ background, text, text2, primary, onPrimary, error, onError, ...own }: Tokens) => ({
  ...own,
  background: { default: background, paper: own.surface },
  text: { primary: text, secondary: text2 },
  primary: { main: primary, dark: primary, light: primary, contrastText: onPrimary },
  error: { main: error, dark: error, light: error, contrastText: onError },
});

const HTML_PX = 16;
const size = (px: number, lineHeightPx: number, fontWeight = 400) => ({
  fontSize: `${px / HTML_PX}rem`,
  lineHeight: lineHeightPx / px,
  fontWeight,
  letterSpacing: 0,
});

/**
 * The theme. Colours are CSS variables of the scheme that the device prefers or the person has chosen (`colorSheets`).
 *
 * Type: h1 page title, h2 list title, subtitle1 row name, body1 item, subtitle2 quantity, body2 preview, caption
 * status.
 */
const makeTheme = () =>
  extendTheme({
    colorSchemeSelector: 'media',
    colorSchemes: { light: { palette: paletteOf(LIGHT) }, dark: { palette: paletteOf(DARK) } },
    spacing: 4,
    // The radius of text fields. Cards and tiles name their own.
    shape: { borderRadius: 14 },
    typography: {
      fontFamily: "'Figtree Variable', system-ui, sans-serif",
      h1: size(28, 34, 800),
      h2: size(20, 26, 750),
      subtitle1: size(17, 24, 700),
      subtitle2: size(16, 24),
      body1: size(17, 24),
      body2: size(14, 20),
      caption: size(13, 20),
      button: { ...size(16, 24, 650), textTransform: 'none' },
    },
    transitions: {
      duration: {
        shortest: MOTION_MS.fade,
        shorter: MOTION_MS.fade,
        short: MOTION_MS.fade,
        standard: MOTION_MS.collapse,
        complex: MOTION_MS.sheet,
        enteringScreen: MOTION_MS.sheet,
        leavingScreen: MOTION_MS.sheet,
      },
      easing: { easeOut: 'ease-out', easeIn: 'ease-in', sharp: 'ease-in' },
    },
    components: componentStyles,
  });

let made: ReturnType<typeof makeTheme> | null = null;

/** The theme, created at its first use, so that loading the modules is not one long task. */
export const theme = (): ReturnType<typeof makeTheme> => {
  made ??= makeTheme();
  return made;
};

type Sheets = readonly Readonly<Record<string, unknown>>[];

const DARK_QUERY = '@media (prefers-color-scheme: dark)';

/**
 * Rewrites the theme's style sheets, so that the person's choice (`<html data-scheme>`) overrides the device's scheme.
 */
export const colorSheets = (sheets: Sheets): object[] =>
  sheets.map((sheet) => {
    const dark = sheet[DARK_QUERY] as { readonly ':root': object } | undefined;
    if (!dark) return sheet;
    return {
      [DARK_QUERY]: { ':root:not([data-scheme=light])': dark[':root'] },
      ':root[data-scheme=dark]': dark[':root'],
    };
  });
