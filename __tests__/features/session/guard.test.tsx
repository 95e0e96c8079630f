import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { QUESTION_TIMEOUT_MS } from '../../../src/store/acts/callProvider';
import { followToken } from '../../../src/store/session/followToken';
import { selectList } from '../../../src/store/view/viewSelectors';
import { PASSWORD, problem, renderApp } from '../../support/renderApp';
import { holdTimers } from '../../support/stillTime';

describe('the addresses', () => {
  test.each(['/', '/nowhere', '/guest'])('%s leads a signed-in person to Lists', async (route) => {
    const { path } = await renderApp({ route });
    expect(await screen.findByRole('heading', { level: 1, name: 'Twoje listy' })).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/lists'));
  });

  test.each(['constructor', '__proto__'])('/lists/%s, which every object has, is no list either', async (id) => {
    const { path } = await renderApp({ route: `/lists/${id}`, lists: [{ name: 'Zakupy' }] });
    expect(await screen.findByRole('link', { name: /^Zakupy,/ })).toBeTruthy();
    expect(path()).toBe('/lists');
  });

  test.each(['/', '/lists', '/lists/abc', '/nowhere'])('%s leads a guest to the sign-in', async (route) => {
    const { path } = await renderApp({ route, isSignedIn: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Logowanie' })).toBeTruthy();
    expect(path()).toBe('/guest');
  });

  test('/logs is open to a guest, without the bar of those signed in', async () => {
    const { path } = await renderApp({ route: '/logs', isSignedIn: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Logi' })).toBeTruthy();
    expect(path()).toBe('/logs');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('a session', () => {
  test('with a token but without a network opens the stored lists at once', async () => {
    await renderApp({ isOnline: false, lists: [{ name: 'Apteka' }] });
    expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
  });

  test.each([401, 403])(
    'ended by a %d replaces the route with Guest, says why once, and keeps the data',
    async (status) => {
      let isRefused = false;
      const app = await renderApp({
        lists: [{ name: 'Apteka' }],
        answer: (path) => (isRefused && path !== '/auth/local' ? problem(status, 'no') : undefined),
      });
      await screen.findByRole('link', { name: /^Apteka/ });
      isRefused = true;
      void app.store.dispatch((_d, _g, { session }) => session.sync({ force: true }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Logowanie' })).toBeTruthy();
      expect(app.path()).toBe('/guest');
      expect(app.stored.token).toBeNull();
      const words = 'Sesja wygasła. Zaloguj się ponownie.';
      expect(await screen.findByText(words, { selector: '[data-snackbar] *' })).toBeTruthy();
      isRefused = false;
      await app.user.type(await screen.findByLabelText('Hasło'), `${PASSWORD}{Enter}`);
      expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
      expect(screen.queryByText(words, { selector: '[data-snackbar] *' })).toBeNull();
      const { listId } = app.lists[0] ?? {};
      expect(listId && selectList(app.store.getState(), listId)?.name).toBe('Apteka');
    },
  );

  test('given an unknown user and no network, then it says so, and opens when the network is back', async () => {
    const app = await renderApp({
      isFirstStart: true,
      isOnline: false,
      lists: [{ name: 'Apteka' }],
      isUserKnown: false,
    });
    expect(await screen.findByText(/^Wygląda na to, że nie masz dostępu/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Twoje listy' })).toBeTruthy();
    expect(app.path()).toBe('/lists');
    app.setOnline(true);
    expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
    expect(app.stored.user?.email).toBe(app.account.user.email);
  });

  test('given /users/me that fails, then it is asked again', async () => {
    let failures = 1;
    await renderApp({
      isFirstStart: true,
      isUserKnown: false,
      lists: [{ name: 'Apteka' }],
      answer: (path) => (path === '/users/me' && failures-- > 0 ? problem(500, 'broken') : undefined),
    });
    expect(await screen.findByText(/^Wystąpił błąd podczas pobierania danych/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
  });

  test('given /users/me that fails, then the person can try again at once', async () => {
    let isBroken = true;
    const { user, requests } = await renderApp({
      isFirstStart: true,
      isUserKnown: false,
      lists: [{ name: 'Apteka' }],
      answer: (path) => (path === '/users/me' && isBroken ? problem(500, 'broken') : undefined),
    });
    const askNow = await screen.findByRole('button', { name: 'Synchronizuj' });
    isBroken = false;
    const before = requests.length;
    await user.click(askNow);
    expect(requests[before]?.path).toBe('/users/me');
    expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
  });

  test('given /users/me without an answer, then it says that it waits, then that it failed, and asks again', async () => {
    const giveUp = holdTimers(QUESTION_TIMEOUT_MS);
    let isSilent = true;
    await renderApp({
      isFirstStart: true,
      isUserKnown: false,
      lists: [{ name: 'Apteka' }],
      answer: (path) => (path === '/users/me' && isSilent ? new Promise(() => undefined) : undefined),
    });
    expect(await screen.findByText('Synchronizowanie…')).toBeTruthy();
    isSilent = false;
    giveUp();
    expect(await screen.findByText(/^Wystąpił błąd podczas pobierania danych/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
  });

  test('given an unknown user and a refused token, then it leads to Guest', async () => {
    const { path } = await renderApp({
      isFirstStart: true,
      isUserKnown: false,
      answer: (asked) => (asked === '/users/me' ? problem(401, 'no') : undefined),
    });
    await waitFor(() => expect(path()).toBe('/guest'));
  });

  test('given data that cannot be opened, then it says so', async () => {
    const openUserDatabase = () => Promise.reject(new DOMException('the disk is gone', 'UnknownError'));
    await renderApp({ isFirstStart: true, ports: { openUserDatabase } });
    expect(await screen.findByText(/^Nie udało się zapisać zmian na tym urządzeniu/)).toBeTruthy();
  });

  test('given an expired session, then the e-mail is filled in, and after the sign-in the same list is shown', async () => {
    let isRefused = false;
    const app = await renderApp({
      route: '/lists/:first',
      lists: [{ name: 'Zakupy', items: ['mleko'] }],
      answer: (path) => (isRefused && path !== '/auth/local' ? problem(401, 'no') : undefined),
    });
    const address = `/lists/${app.lists[0]?.listId}`;
    expect(app.path()).toBe(address);
    isRefused = true;
    void app.store.dispatch((_d, _g, { session }) => session.sync({ force: true }));
    const email = (await screen.findByLabelText('E-mail')) as HTMLInputElement;
    expect([app.path(), email.value]).toEqual(['/guest', app.account.user.email]);
    isRefused = false;
    await app.user.type(screen.getByLabelText('Hasło'), PASSWORD);
    await app.user.click(screen.getByRole('button', { name: 'Zaloguj się' }));
    await waitFor(() => expect(app.path()).toBe(address));
  });

  test('given a person who signs out in another tab, then this one does not show their e-mail', async () => {
    const app = await renderApp({ lists: [{ name: 'Zakupy' }] });
    app.stored.token = null;
    await app.store.dispatch(followToken());
    expect(((await screen.findByLabelText('E-mail')) as HTMLInputElement).value).toBe('');
  });

  test('that ends while Logs is shown replaces that too', async () => {
    let isRefused = false;
    const app = await renderApp({ route: '/logs', answer: () => (isRefused ? problem(401, 'no') : undefined) });
    await screen.findByRole('heading', { level: 1, name: 'Logi' });
    isRefused = true;
    void app.store.dispatch((_d, _g, { session }) => session.sync({ force: true }));
    await waitFor(() => expect(app.path()).toBe('/guest'));
  });
});
