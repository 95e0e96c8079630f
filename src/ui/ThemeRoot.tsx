import { Global, ThemeContext } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import type { ComponentProps, ReactNode } from 'react';
import { theme } from './theme';

interface ThemeRootProps {
  readonly children: ReactNode;
}

/** The colours and measures of both schemes, as CSS variables; the media query in them picks one. */
const variables = theme.generateStyleSheets();

// MUI's type wants props under each name, and its code the theme's entry with `defaultProps`.
const defaults = theme.components as ComponentProps<typeof DefaultPropsProvider>['value'];

/**
 * Everything below has our look. Nothing is stored: the device alone says light or dark. MUI's own provider would add the
 * switching of schemes, which there is none of here, to the code that a first visit waits for.
 */
export function ThemeRoot({ children }: ThemeRootProps) {
  return (
    <ThemeContext.Provider value={theme}>
      <DefaultPropsProvider value={defaults}>
        <Global styles={variables} />
        <CssBaseline enableColorScheme />
        {children}
      </DefaultPropsProvider>
    </ThemeContext.Provider>
  );
}
