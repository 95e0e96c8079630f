import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Provider } from 'react-redux';
import type { AppStore } from '../store/state/appStore';
import type { RootState } from '../store/state/rootReducer';
import { LiveRegions } from '../ui/LiveRegions';
import { SnackBars } from '../ui/SnackBars';
import { ThemeRoot } from '../ui/ThemeRoot';

function Messages({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <LiveRegions>
      <SnackBars label={t('snack.label')} closeLabel={t('snack.close')}>
        {children}
      </SnackBars>
    </LiveRegions>
  );
}

interface AppProvidersProps {
  readonly store: AppStore;
  readonly i18n: I18n;
  /** The state that the build rendered the page from, for hydration. */
  readonly renderedState?: RootState | undefined;
  /** The router with the shell inside. */
  readonly children: ReactNode;
}

/** All contexts that the screens need. */
export function AppProviders({ store, i18n, renderedState, children }: AppProvidersProps) {
  return (
    <ThemeRoot>
      <Provider store={store} {...(renderedState && { serverState: renderedState })}>
        <I18nextProvider i18n={i18n}>
          <Messages>{children}</Messages>
        </I18nextProvider>
      </Provider>
    </ThemeRoot>
  );
}
