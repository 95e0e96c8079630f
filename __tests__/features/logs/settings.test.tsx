import { afterEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { COLOR_SCHEME_KEY, SUGGESTIONS_KEY } from '../../../src/contract/storageKeys';
import { chooseColorScheme } from '../../../src/device/colorScheme';
import { holdInstallPrompt } from '../../../src/device/installPrompt';
import { AppSettings } from '../../../src/features/logs/AppSettings';
import { renderApp } from '../../support/renderApp';

afterEach(() => {
  chooseColorScheme(window, 'system');
  delete document.documentElement.dataset.build;
});

const group = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const pressed = (within_: HTMLElement): (string | null)[] =>
  within(within_)
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent);

describe('the settings above the log', () => {
  test('are in groups: account, looks, suggestions, app, and the last sync; the log follows', async () => {
    await renderApp({ route: '/logs' });
    await group('Wygląd');
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names).toEqual(['Konto', 'Wygląd', 'Podpowiedzi', 'Aplikacja', 'Ostatnia synchronizacja', 'Dziennik']);
    expect(within(await group('Konto')).getByRole('button', { name: 'Wyloguj' })).toBeTruthy();
    const runs = await group('Ostatnia synchronizacja');
    expect(runs.textContent).toMatch(/listy: [\d:]+.*, gotowe.*produkty: [\d:]+.*, gotowe/);
  });

  test('have no account for a guest', async () => {
    await renderApp({ route: '/logs', isSignedIn: false });
    await group('Wygląd');
    expect(screen.queryByRole('region', { name: 'Konto' })).toBeNull();
  });

  test('choose light and dark by hand, at once', async () => {
    const { user } = await renderApp({ route: '/logs' });
    const theme = within(await group('Wygląd')).getByRole('group', { name: 'Motyw' });
    expect(pressed(theme)).toEqual(['Systemowy']);
    await user.click(within(theme).getByRole('button', { name: 'Ciemny' }));
    expect(document.documentElement.dataset.scheme).toBe('dark');
    expect(pressed(theme)).toEqual(['Ciemny']);
    await user.click(within(theme).getByRole('button', { name: 'Systemowy' }));
    expect(document.documentElement.dataset.scheme).toBeUndefined();
  });

  test('show what another tab chooses', async () => {
    const { local } = await renderApp({ route: '/logs' });
    const theme = within(await group('Wygląd')).getByRole('group', { name: 'Motyw' });
    const suggests = within(await group('Podpowiedzi')).getByRole<HTMLInputElement>('switch');
    localStorage.setItem(COLOR_SCHEME_KEY, 'dark');
    fireEvent(window, new StorageEvent('storage', { key: COLOR_SCHEME_KEY }));
    local.setItem(SUGGESTIONS_KEY, 'off');
    fireEvent(window, new StorageEvent('storage', { key: SUGGESTIONS_KEY }));
    expect([pressed(theme), suggests.checked]).toEqual([['Ciemny'], false]);
    localStorage.removeItem(COLOR_SCHEME_KEY);
    local.removeItem(SUGGESTIONS_KEY);
    fireEvent(window, new StorageEvent('storage', { key: null }));
    expect([pressed(theme), suggests.checked]).toEqual([['Systemowy'], true]);
  });

  test('show the version, and the used storage if the browser reports it', async () => {
    document.documentElement.dataset.build = '9.8.7';
    Object.defineProperty(navigator, 'storage', {
      value: { estimate: async () => ({ usage: 1_234_567 }) },
      configurable: true,
    });
    await renderApp({ route: '/logs' });
    const app = within(await group('Aplikacja'));
    expect(app.getByText('9.8.7')).toBeTruthy();
    expect(await app.findByText('1,2 MB')).toBeTruthy();
  });

  test('given a browser that can install the app, when it was asked, then the focus stays in the group', async () => {
    const { user } = await renderApp({
      isSignedIn: false,
      route: '/guest',
      beside: <AppSettings installPrompt={holdInstallPrompt(window)} />,
    });
    const app = within(await group('Aplikacja'));
    let asked = 0;
    const prompt = async (): Promise<void> => {
      asked += 1;
    };
    fireEvent(window, Object.assign(new Event('beforeinstallprompt'), { prompt }));
    await user.click(await app.findByRole('button', { name: 'Zainstaluj' }));
    expect([asked, app.queryByRole('button')]).toEqual([1, null]);
    expect(document.activeElement).toBe(app.getByRole('heading', { name: 'Aplikacja' }));
  });

  test('have English names too', async () => {
    await renderApp({ route: '/logs', language: 'en' });
    await group('Appearance');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Appearance',
      'Suggestions',
      'App',
      'Last sync',
      'Log',
    ]);
  });
});
