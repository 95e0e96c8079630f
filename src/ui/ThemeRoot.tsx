import { Global, ThemeContext } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { colorSheets, theme } from './theme';

/** What the theme puts around everything. */
const makeSurroundings = () => ({
  theme: theme(),
  // The colours and measures of both schemes, as CSS variables; the device or a choice by hand (`inTheDark`) picks one.
  // The theme's type says records, and Emotion's wants to know the properties in them.
  variables: colorSheets(theme().generateStyleSheets()) as ComponentProps<typeof Global>['styles'],
  // MUI's type wants props under each name, and its code the theme's entry with `defaultProps`.
  defaults: theme().components as ComponentProps<typeof DefaultPropsProvider>['value'],
});

interface ThemeRootProps {
  readonly children: ReactNode;
}

/**
 * Everything below has our look. Light or dark is an attribute of the page (`colorScheme`), so nothing is drawn anew when it
 * changes. MUI's own provider would add a switching of its own to the code that a first visit waits for.
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
