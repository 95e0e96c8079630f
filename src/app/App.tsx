import type { i18n as I18n } from 'i18next';
import { type ReactNode, StrictMode } from 'react';
import type { AppStore } from '../store/state/appStore';
import type { RootState } from '../store/state/rootReducer';
import { AppProviders } from './AppProviders';
import { AppShell, type AppShellProps } from './AppShell';
import { RouteError } from './RouteError';

interface AppProps extends AppShellProps {
  readonly store: AppStore;
  readonly i18n: I18n;
  /** The state that the build rendered the page from. React uses it until hydration is complete. */
  readonly renderedState?: RootState | undefined;
  /** Wraps the screens in the router of the browser, or in that of the build. */
  readonly inRouter: (screens: ReactNode) => ReactNode;
  readonly onError: (error: unknown) => void;
  readonly onReload: () => void;
}

/**
 * The whole tree. The build renders the sign-in page with it (`pageMarkup.tsx`), and the browser hydrates that page.
 * Hydration needs the same tree in both.
 */
export function App({ store, i18n, renderedState, inRouter, onError, onReload, ...shell }: AppProps) {
  return (
    <StrictMode>
      <AppProviders store={store} i18n={i18n} renderedState={renderedState}>
        <RouteError onError={onError} onReload={onReload}>
          {inRouter(<AppShell {...shell} />)}
        </RouteError>
      </AppProviders>
    </StrictMode>
  );
}
