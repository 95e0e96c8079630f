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
  /** What the page was rendered from, where it is taken over: React goes by it until it has done so. */
  readonly renderedState?: RootState | undefined;
  /** Puts the router of the page, or of the build, around the screens. */
  readonly inRouter: (screens: ReactNode) => ReactNode;
  readonly onError: (error: unknown) => void;
  readonly onReload: () => void;
}

/**
 * The whole tree, the same in a browser and in the build, which renders the sign-in into the page (`guestMarkup.tsx`): React takes
 * that over only where both trees are alike.
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
