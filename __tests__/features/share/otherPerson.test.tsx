import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { SHARED_TEXT_KEY } from '../../../src/contract/storageKeys';
import { PASSWORD, problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

afterEach(() => sessionStorage.clear());

test('given a shared text that waits, when its person’s session ends and somebody else signs in, then they do not see it', async () => {
  const other = await openAccount();
  let isRefused = false;
  const app = await renderApp({
    route: '/lists?share_text=test%20ci%C4%85%C5%BCowy%0Aser',
    lists: [{ name: 'Dom' }],
    answer: (path) => (isRefused && path !== '/auth/local' ? problem(401, 'no') : undefined),
  });
  await screen.findByRole('dialog', { name: 'Dodaj do listy' });
  isRefused = true;
  void app.store.dispatch((_d, _g, { session }) => session.sync({ force: true }));
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail');
  isRefused = false;
  await app.user.clear(email);
  await app.user.type(email, other.user.email);
  await app.user.type(screen.getByLabelText('Hasło'), `${PASSWORD}{Enter}`);
  await waitFor(() => expect(app.store.getState().session.user?.email).toBe(other.user.email));
  await screen.findByRole('heading', { name: 'Twoje listy' });
  await app.settled();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionStorage.getItem(SHARED_TEXT_KEY)).toBeNull();
});
