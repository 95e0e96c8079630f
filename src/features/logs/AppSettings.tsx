import Button from '@mui/material/Button';
import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { isInstalledHere, isIosBrowser } from '../../device/browserInstall';
import type { HeldPrompt } from '../../device/installPrompt';
import { storageUsed } from '../../device/storageUsed';
import { useLazyTexts } from '../useLazyTexts';
import { Setting } from './Setting';
import { SettingsGroup } from './SettingsGroup';

const BYTES_PER_MB = 1_000_000;

const noPrompt = (): (() => void) => () => undefined;

/** How to install the app, until it is installed. Unlike the card below the lists, it is always shown. */
function InstallSetting({ prompt }: { readonly prompt: HeldPrompt | undefined }) {
  const { t } = useLazyTexts();
  const canAsk = useSyncExternalStore(prompt?.subscribe ?? noPrompt, () => prompt?.isHeld() ?? false);
  const [isInstalled] = useState(() => isInstalledHere(window));
  const ask = ({ currentTarget }: MouseEvent): void => {
    // The button disappears with its prompt, and the focus with it.
    currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    void prompt?.take()?.prompt();
  };
  if (isInstalled) return <Setting name={t('install.title')}>{t('appInfo.installed')}</Setting>;
  if (!canAsk)
    return <Setting name={t('install.title')}>{t(isIosBrowser() ? 'install.ios' : 'appInfo.byBrowser')}</Setting>;
  return (
    <Setting name={t('install.title')}>
      <Button variant="outlined" onClick={ask}>
        {t('install.yes')}
      </Button>
    </Setting>
  );
}

interface AppSettingsProps {
  readonly installPrompt: HeldPrompt | undefined;
}

/** Facts about the app on this device: installation, version, storage. */
export function AppSettings({ installPrompt }: AppSettingsProps) {
  const { t, i18n } = useLazyTexts();
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    void storageUsed().then((used) => {
      if (!isGone) setBytes(used);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const megabytes = new Intl.NumberFormat(i18n.resolvedLanguage, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  return (
    <SettingsGroup title={t('appInfo.title')}>
      <InstallSetting prompt={installPrompt} />
      <Setting name={t('appInfo.version')}>{document.documentElement.dataset.build ?? '–'}</Setting>
      <Setting name={t('appInfo.storage')}>{bytes === null ? '–' : megabytes.format(bytes / BYTES_PER_MB)}</Setting>
    </SettingsGroup>
  );
}
