import { Global, ThemeContext } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { colorSheets, theme } from './theme';

/** The theme, the global styles and the default props. */
const makeSurroundings = () => ({
  theme: theme(),
  // The CSS variables of both colour schemes. The device or the person's choice decides which apply (`inDarkScheme`). The
  // cast: the theme's type returns plain records, and Emotion's wants named properties.
  variables: colorSheets(theme().generateStyleSheets()) as ComponentProps<typeof Global>['styles'],
  // MUI's type wants props under each name, but its code reads the theme's entries with `defaultProps`.
  defaults: theme().components as ComponentProps<typeof DefaultPropsProvider>['value'],
});

interface ThemeRootProps {
  readonly children: ReactNode;
}

/**
 * Applies the theme to everything below. The colour scheme is an attribute of the page, so a change redraws nothing.
 * MUI's own provider would add its switching code to the first load.
 */
export function ThemeRoot({ children }: ThemeRootProps) {
  const [{ theme, variables, defaults }] = useState(makeSurroundings);
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
