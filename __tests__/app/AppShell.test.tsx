import { describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useNavigate } from 'react-router';
import { makeI18n } from '../../src/app/i18n';
import { lazyComponent } from '../../src/app/lazyComponent';
import { RouteError } from '../../src/app/RouteError';
import { errorRaised, errorsCleared } from '../../src/store/state/errorsSlice';
import { ThemeRoot } from '../../src/ui/ThemeRoot';
import { renderApp } from '../support/renderApp';

const goBack: { current: (() => void) | null } = { current: null };
function BackButton() {
  const navigate = useNavigate();
  goBack.current = () => void navigate(-1);
  return null;
}

function Broken(): never {
  throw new Error('broken');
}

describe('the system’s back', () => {
  test.each([
    ['the menu', 'Więcej opcji: Apteka', 'Apteka'],
    ['the dialog', 'Dodaj listę', 'Dodaj listę'],
  ])('closes %s and stays on the screen', async (_what, button, name) => {
    const app = await renderApp({ lists: [{ name: 'Apteka' }], beside: <BackButton /> });
    await app.user.click(await screen.findByRole('button', { name: button }));
    await screen.findByRole('dialog', { name });
    goBack.current?.();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/lists');
  });

  test('leaves the screen after a dialog was closed by other means', async () => {
    const app = await renderApp({ route: '/logs', lists: [{ name: 'Apteka' }], beside: <BackButton /> });
    await app.user.click(await screen.findByRole('link', { name: 'Wróć' }));
    await app.user.click(await screen.findByRole('button', { name: 'Dodaj listę' }));
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    goBack.current?.();
    await waitFor(() => expect(app.path()).toBe('/logs'));
  });

  test('leads to the first page of the visit, with the focus on its heading', async () => {
    const app = await renderApp({ lists: [{ name: 'Apteka' }], beside: <BackButton /> });
    expect(document.activeElement).toBe(document.body);
    await app.user.click(screen.getByRole('link', { name: 'Logi' }));
    await screen.findByRole('heading', { level: 1, name: 'Logi' });
    goBack.current?.();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Twoje listy' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('given Logs opened from Lists and left by its back button, then does not lead to Logs again', async () => {
    const app = await renderApp({ lists: [{ name: 'Apteka' }], beside: <BackButton /> });
    await app.user.click(await screen.findByRole('link', { name: 'Logi' }));
    await app.user.click(await screen.findByRole('link', { name: 'Wróć' }));
    await screen.findByRole('heading', { level: 1, name: 'Twoje listy' });
    await act(async () => goBack.current?.());
    expect(app.path()).toBe('/lists');
  });

  test('given Logs opened from the sign-in and left by its back button, then does not lead to Logs again', async () => {
    const app = await renderApp({ isSignedIn: false, route: '/guest', beside: <BackButton /> });
    await app.user.click(await screen.findByRole('link', { name: 'Logi' }));
    await app.user.click(await screen.findByRole('link', { name: 'Wróć' }));
    await screen.findByRole('heading', { level: 1, name: 'Logowanie' });
    await act(async () => goBack.current?.());
    expect(app.path()).toBe('/guest');
  });

  test('closes a dialog that the address opened, and the heading gets the focus', async () => {
    await renderApp({ route: '/lists?new=1', lists: [{ name: 'Apteka' }], beside: <BackButton /> });
    const field = await screen.findByLabelText('Nazwa listy');
    await waitFor(() => expect(document.activeElement).toBe(field));
    goBack.current?.();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const heading = screen.getByRole('heading', { level: 1, name: 'Twoje listy' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('given a menu is opened again before the next frame, then the focus stays in it', async () => {
    const app = await renderApp({ route: '/lists/:first', lists: [{ name: 'Apteka' }] });
    const button = await screen.findByRole('button', { name: 'Opcje listy' });
    const inMenu = () => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await app.user.click(button);
    await screen.findByRole('dialog');
    await waitFor(inMenu);
    const frames: FrameRequestCallback[] = [];
    jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.click(button);
    await screen.findByRole('dialog');
    await waitFor(inMenu);
    jest.restoreAllMocks();
    const focused = document.activeElement;
    act(() => {
      for (const frame of frames) frame(0);
    });
    expect(document.activeElement).toBe(focused);
  });

  test('closes a question that followed a menu in one step', async () => {
    const app = await renderApp({ route: '/logs', lists: [{ name: 'Apteka' }], beside: <BackButton /> });
    await app.user.click(await screen.findByRole('link', { name: 'Wróć' }));
    await app.user.click(await screen.findByRole('button', { name: 'Więcej opcji: Apteka' }));
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Usuń' }));
    await screen.findByRole('alertdialog');
    goBack.current?.();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(app.path()).toBe('/lists');
    goBack.current?.();
    await waitFor(() => expect(app.path()).toBe('/logs'));
  });
});

describe('a newer version', () => {
  const waiting = async (beside?: ReactNode) => {
    const takeOver = jest.fn();
    let offer = (): void => undefined;
    const app = await renderApp({
      lists: [{ name: 'Apteka' }],
      beside,
      watchUpdates: (onUpdate) => {
        offer = () => onUpdate(takeOver);
      },
    });
    await screen.findByRole('link', { name: /^Apteka/ });
    return { ...app, takeOver, offer: () => offer() };
  };
  const words = () => screen.queryByText('Dostępna jest nowa wersja.', { selector: '[data-snackbar] *' });

  test('is offered and never forced', async () => {
    const { offer, takeOver, user } = await waiting();
    offer();
    await waitFor(() => expect(words()).not.toBeNull());
    expect(takeOver).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Odśwież' }));
    expect(takeOver).toHaveBeenCalledTimes(1);
  });

  test('is not offered while a change is not on disk, also offline', async () => {
    const { offer, store } = await waiting();
    const [storage, network] = ['storageError', 'noConnectionError'] as const;
    act(() => void store.dispatch(errorRaised({ id: network, reason: 'offline' })));
    act(() => void store.dispatch(errorRaised({ id: storage, reason: 'no room' })));
    await act(async () => offer());
    expect(words()).toBeNull();
    act(() => void store.dispatch(errorsCleared([storage])));
    await waitFor(() => expect(words()).not.toBeNull());
  });

  test('is not offered to someone who types', async () => {
    const { offer, user } = await waiting();
    await user.click(screen.getByRole('button', { name: 'Dodaj listę' }));
    const field = await screen.findByLabelText('Nazwa listy');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await act(async () => offer());
    expect(words()).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(words()).not.toBeNull());
  });

  test('given a person who begins to type while the offer loads, then it waits', async () => {
    const { offer } = await waiting(<input aria-label="beside" />);
    const field = screen.getByLabelText('beside');
    act(() => {
      offer();
      field.focus();
    });
    await act(async () => void (await import('../../src/app/UpdateOffer')));
    expect(words()).toBeNull();
    act(() => field.blur());
    await waitFor(() => expect(words()).not.toBeNull());
  });
});

describe('a lazy component', () => {
  test('given a chunk that fails to load, then it is loaded a second time', async () => {
    const load = jest
      .fn<() => Promise<() => string>>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue(() => 'here');
    const { Lazy } = lazyComponent(load);
    render(<Lazy />);
    expect(await screen.findByText('here')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('given a screen that throws, then a message and a way out are shown', async () => {
    // React reports every error that a boundary takes.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const onReload = jest.fn();
    const onError = jest.fn();
    render(
      <ThemeRoot>
        <I18nextProvider i18n={await makeI18n('pl')}>
          <RouteError onError={onError} onReload={onReload}>
            <Broken />
          </RouteError>
        </I18nextProvider>
      </ThemeRoot>,
    );
    expect(screen.getByText('Coś poszło nie tak. Twoje listy są bezpieczne na tym urządzeniu.')).toBeTruthy();
    screen.getByRole('button', { name: 'Odśwież' }).click();
    expect([onReload.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
  });
});
