import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { gate } from '../../support/gate';
import { PASSWORD, renderApp, type TestApp } from '../../support/renderApp';
import { type Account, openAccount } from '../../support/screenServer';

/** An app with an answer that is held back. */
const openWith = async (
  isHeld: (path: string, init: RequestInit) => boolean,
  options: Parameters<typeof renderApp>[0],
) => {
  const held = gate();
  let answered = 0;
  const app: TestApp = await renderApp({
    ...options,
    answer: async (path, init) => {
      if (!isHeld(path, init)) return undefined;
      const answer = await app.pass(path, init);
      await held.opened;
      answered += 1;
      return answer;
    },
  });
  return { ...app, held, isAnswered: () => answered > 0 };
};

/** The person signs out, and somebody else signs in in the same window. */
const changePerson = async ({ user }: TestApp, other: Account): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Wyloguj' }));
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail');
  await user.clear(email);
  await user.type(email, other.user.email);
  await user.type(screen.getByLabelText('Hasło'), `${PASSWORD}{Enter}`);
  await screen.findByRole('heading', { name: 'Twoje listy' });
};

/** The answer comes, and all that follows it. */
const answerNow = async ({ held, isAnswered, store }: Awaited<ReturnType<typeof openWith>>): Promise<void> => {
  held.open();
  await waitFor(() => expect(isAnswered()).toBe(true));
  await act(() => store.dispatch((_d, _g, { session }) => session.sync({ force: true })));
};

const everyText = (): string => document.body.textContent ?? '';

test('given a list that is being restored, when its person has signed out by the answer, then the next one does not read its name', async () => {
  const other = await openAccount();
  const app = await openWith((path) => path.endsWith('/restore'), { route: '/logs', lists: [{ name: 'Sekret' }] });
  await app.account.remove('lists', app.listAt(0));
  await app.user.click(await screen.findByRole('button', { name: 'Przywróć usuniętą listę' }));
  await app.user.click(await screen.findByRole('button', { name: /^Sekret/ }));
  await changePerson(app, other);
  await answerNow(app);
  expect(everyText()).not.toContain('Sekret');
});

test('given a member who is being removed, when the owner has signed out by the answer, then the next one does not hear their name', async () => {
  const other = await openAccount();
  const app = await openWith((_path, { method }) => method === 'DELETE', {
    lists: [{ name: 'Weekend', members: ['Bartek'] }],
  });
  const { user } = app;
  await waitFor(() => expect(app.store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  await user.click(await screen.findByRole('button', { name: 'Usuń z listy: Bartek' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń z listy' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Zamknij' }));
  await user.click(await screen.findByRole('link', { name: 'Logi' }));
  await screen.findByRole('button', { name: 'Wyloguj' });
  await changePerson(app, other);
  await answerNow(app);
  expect(everyText()).not.toContain('Bartek');
});
