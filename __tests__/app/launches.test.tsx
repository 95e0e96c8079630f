import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../support/renderApp';
import { routerBeside } from '../support/routerBeside';

type Consumer = (launch: { targetURL: string }) => void;

const at = (path: string) => new URL(path, window.location.origin).href;

/** Chromium's queue of an installed app: what waits is handed over as soon as there is someone to take it. */
const queue = (...paths: string[]) => {
  const waiting = [...paths];
  let take: Consumer = () => undefined;
  const launchQueue = {
    setConsumer: (consumer: Consumer) => {
      take = consumer;
      for (const path of waiting.splice(0)) take({ targetURL: at(path) });
    },
  };
  Object.assign(window, { launchQueue });
  return { launch: (path: string) => act(() => take({ targetURL: at(path) })) };
};

const loadedBy = (type: string, path: string): void => {
  Object.assign(performance, { getEntriesByType: () => [{ type, name: at(path) }] });
};

const { getEntriesByType } = performance;
afterEach(() => {
  Object.assign(performance, { getEntriesByType });
  Reflect.deleteProperty(window, 'launchQueue');
  jest.restoreAllMocks();
});

const lists = [{ name: 'Apteka' }];
const title = () => screen.findByRole('heading', { level: 1, name: 'Logi' });

test('a launch of the running app is routed in place', async () => {
  const { launch } = queue();
  const app = await renderApp({ lists });
  await screen.findByRole('link', { name: /^Apteka/ });
  launch('/logs');
  await title();
  expect(app.path()).toBe('/logs');
});

test('given Lists on screen, when the shortcut opens the dialog for a new list, then Lists is in the history once', async () => {
  const { launch } = queue();
  const { router, beside } = routerBeside();
  const app = await renderApp({ route: '/logs', lists, beside });
  await app.user.click(await screen.findByRole('link', { name: 'Wróć' }));
  await screen.findByRole('link', { name: /^Apteka/ });
  window.history.replaceState(null, '', '/lists');
  launch('/lists?new=1');
  const field = await screen.findByLabelText('Nazwa listy');
  await waitFor(() => expect(document.activeElement).toBe(field));
  void router.go?.(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  void router.go?.(-1);
  await waitFor(() => expect(app.path()).toBe('/logs'));
  window.history.replaceState(null, '', '/');
});

test('given a page that was reloaded, then the launch that first opened it is not followed again', async () => {
  queue('/lists?share_text=mleko');
  loadedBy('reload', '/logs');
  const app = await renderApp({ route: '/logs', lists });
  await title();
  expect(app.path()).toBe('/logs');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('given a launch whose address the page already shows, then it is not opened twice', async () => {
  queue('/lists?new=1');
  loadedBy('navigate', '/lists?new=1');
  const app = await renderApp({ route: '/logs', lists });
  await title();
  expect(app.path()).toBe('/logs');
});

test('given a launch that came while the page loaded, then it is followed', async () => {
  queue('/lists', '/lists?new=1');
  loadedBy('navigate', '/lists');
  await renderApp({ lists });
  await screen.findByRole('dialog', { name: 'Dodaj listę' });
});

test('given a running app, when it receives a reset link, then it opens the screen for a new password', async () => {
  const { launch } = queue();
  const app = await renderApp({ lists });
  await screen.findByRole('link', { name: /^Apteka/ });
  launch('/guest#reset=a-code');
  await screen.findByRole('heading', { level: 1, name: 'Nowe hasło' });
  expect(app.path()).toBe('/reset');
});

test('given a running app, when it receives an invitation, then it keeps the code, also when that page is open', async () => {
  const { launch } = queue();
  let held: string | null = null;
  const hold = (code: string | null): void => {
    held = code;
  };
  await renderApp({ lists, invitation: { code: () => held, subscribe: () => () => undefined, hold } });
  await screen.findByRole('link', { name: /^Apteka/ });
  launch(`${window.location.pathname}#invite=a-code`);
  expect(held).toBe('a-code');
});
