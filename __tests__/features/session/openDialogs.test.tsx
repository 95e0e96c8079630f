import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { forceSync } from '../../../src/store/acts/forceSync';
import { followToken } from '../../../src/store/session/followToken';
import { PASSWORD, problem, renderApp, type TestApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

const isOpenFor = (app: TestApp, email: string): Promise<void> =>
  waitFor(() => expect(app.store.getState().session).toMatchObject({ phase: 'open', user: { email } }));

test('given the dialog to paste an invitation, when the session ends and somebody else signs in, then it is not open', async () => {
  const other = await openAccount();
  let isRefused = false;
  const app = await renderApp({
    lists: [{ name: 'Dom' }],
    answer: (path) => (isRefused && path !== '/auth/local' ? problem(401, 'no') : undefined),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Wklej zaproszenie' }));
  await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  isRefused = true;
  void app.store.dispatch(forceSync());
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail');
  isRefused = false;
  await app.user.clear(email);
  await app.user.type(email, other.user.email);
  await app.user.type(screen.getByLabelText('Hasło'), `${PASSWORD}{Enter}`);
  await isOpenFor(app, other.user.email);
  await screen.findByRole('button', { name: 'Wklej zaproszenie' });
  await app.settled();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.path()).toBe('/lists');
});

test('given a frozen window with a draft of a list, when somebody else has signed in meanwhile, then they do not see it', async () => {
  const other = await openAccount();
  const app = await renderApp({ lists: [{ name: 'Dom' }] });
  await app.user.click(await screen.findByRole('button', { name: 'Dodaj listę' }));
  await app.user.type(await screen.findByLabelText('Nazwa listy'), 'Prezent');
  Object.assign(app.stored, { token: other.jwt, user: other.user });
  void app.store.dispatch(followToken());
  await isOpenFor(app, other.user.email);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('heading', { name: 'Twoje listy' });
});
