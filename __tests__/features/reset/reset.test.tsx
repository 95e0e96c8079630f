import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { type AppOptions, problem, renderApp } from '../../support/renderApp';

/** A forgotten password: the dialog at the sign-in, and the page where the link of the mail leads. */

const NEW_PASSWORD = 'zupełnie nowe hasło';

interface Provider extends AppOptions {
  readonly offersReset?: boolean;
  readonly answers?: Readonly<Record<string, () => Response>>;
}

/** What stands behind the `#` of the address. */
function Hash() {
  return <output data-testid="hash">{useLocation().hash}</output>;
}

const open = async ({ offersReset = true, answers = {}, ...options }: Provider = {}) => {
  const app = await renderApp({
    route: '/guest',
    isSignedIn: false,
    beside: <Hash />,
    answer: (path) => (path === '/capabilities' ? Response.json({ passwordReset: offersReset }) : answers[path]?.()),
    ...options,
  });
  const sent = (path: string) =>
    app.requests
      .filter((request) => request.path === path)
      .map(({ init }) => [new Headers(init.headers).has('Authorization'), JSON.parse(String(init.body))]);
  return { ...app, sent };
};
const ok = () => Response.json({ ok: true });

const forget = async (app: Awaited<ReturnType<typeof open>>, email: string) => {
  await waitFor(() => expect(app.store.getState().status.capabilities.passwordReset).toBe(true));
  await app.user.type(await screen.findByLabelText('E-mail'), email);
  await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  return screen.findByRole('dialog', { name: 'Nie pamiętasz hasła?' });
};

describe('"Forgot password?"', () => {
  test('asks for the address, filled in, and says that a mail was sent if there is such an account', async () => {
    const app = await open({ answers: { '/auth/forgot-password': ok } });
    const dialog = await forget(app, 'ola@example.com');
    expect(within(dialog).getByLabelText<HTMLInputElement>('E-mail').value).toBe('ola@example.com');
    await app.user.click(within(dialog).getByRole('button', { name: 'Wyślij link' }));
    await waitFor(() =>
      expect(within(dialog).getByRole('status').textContent).toContain(
        'Jeśli istnieje konto z adresem ola@example.com',
      ),
    );
    expect(app.sent('/auth/forgot-password')).toEqual([[false, { email: 'ola@example.com' }]]);
    await app.user.click(within(dialog).getByRole('button', { name: 'Rozumiem' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // It opens again, empty of what was said.
    await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(await screen.findByRole('button', { name: 'Wyślij link' })).toBeTruthy();
  });

  test.each(['', 'ola'])('sends nothing for the address "%s"', async (typed) => {
    const app = await open({ answers: { '/auth/forgot-password': ok } });
    const dialog = await forget(app, typed === '' ? ' ' : typed);
    await app.user.click(within(dialog).getByRole('button', { name: 'Wyślij link' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Podaj poprawny adres e-mail.');
    expect(app.sent('/auth/forgot-password')).toEqual([]);
  });

  test.each([
    [429, 'Za dużo prób. Spróbuj ponownie później.'],
    [500, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('says so when the server answers %i', async (status, text) => {
    const app = await open({ answers: { '/auth/forgot-password': () => problem(status, 'No') } });
    const dialog = await forget(app, 'ola@example.com');
    await app.user.click(within(dialog).getByRole('button', { name: 'Wyślij link' }));
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text));
  });

  test('does nothing where no mail is sent', async () => {
    const { user } = await open({ offersReset: false });
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the link of the mail', () => {
  const setPassword = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.type(await screen.findByLabelText('Nowe hasło'), NEW_PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
  };

  const LINK = '/guest#reset=a-code';
  const login = (id: string) => () =>
    Response.json({ jwt: 'a new token', user: { id, username: 'ola', email: 'ola@example.com' } });

  test('leaves the address, sets the password without a token, and signs in', async () => {
    const app = await open({ route: LINK, answers: { '/auth/reset-password': login('ola') } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Nowe hasło' })).toBeTruthy();
    expect([app.path(), screen.getByTestId('hash').textContent]).toEqual(['/reset', '']);
    await setPassword(app);
    expect((await screen.findAllByText('Nowe hasło jest ustawione.')).length).toBeGreaterThan(0);
    expect(app.sent('/auth/reset-password')).toEqual([
      [false, { code: 'a-code', password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD }],
    ]);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored).toMatchObject({ token: 'a new token', user: { id: 'ola' } });
  });

  test.each([
    [400, 'Incorrect code provided', 'Ten link już nie działa. Poproś o nowy na stronie logowania.'],
    [400, 'password is too common', 'To hasło jest zbyt popularne. Wybierz inne.'],
    [429, 'Too many requests', 'Za dużo prób. Spróbuj ponownie później.'],
    [500, 'Internal Server Error', 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('keeps the form given %i "%s"', async (status, message, text) => {
    const app = await open({
      route: LINK,
      answers: { '/auth/reset-password': () => problem(status, message) },
    });
    await setPassword(app);
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nowe hasło').value).toBe(NEW_PASSWORD);
  });

  test('leaves whoever is signed in on this device alone', async () => {
    const app = await open({ route: LINK, isSignedIn: true, answers: { '/auth/reset-password': login('another') } });
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.token).toBe('a token');
  });

  test('goes on with a new token where it was the account of who is signed in', async () => {
    const app = await open({
      route: LINK,
      isSignedIn: true,
      answer: (path) => (path === '/auth/reset-password' ? login(String(app.stored.user?.id))() : undefined),
    });
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.token).toBe('a new token');
    expect(app.store.getState().session.phase).toBe('open');
  });

  test('without a code says what to do', async () => {
    await open({ route: '/reset' });
    expect(await screen.findByText('W adresie brakuje kodu. Otwórz jeszcze raz link z wiadomości.')).toBeTruthy();
    expect(screen.queryByLabelText('Nowe hasło')).toBeNull();
  });
});
