import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { gate } from '../../support/gate';
import { type AppOptions, PASSWORD, problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

/** A forgotten password: the dialog at the sign-in, and the page where the link of the mail leads. */

const NEW_PASSWORD = 'zupełnie nowe hasło';

interface Options extends AppOptions {
  /** What comes instead of the server's answer. */
  readonly answers?: Readonly<Record<string, () => Response | Promise<Response>>>;
}

/** What stands behind the `#` of the address. */
function Hash() {
  return <output data-testid="hash">{useLocation().hash}</output>;
}

const open = async ({ answers = {}, ...options }: Options = {}) => {
  const app = await renderApp({
    route: '/guest',
    isSignedIn: false,
    beside: <Hash />,
    answer: (path) => answers[path]?.(),
    ...options,
  });
  const sent = (path: string) =>
    app.requests
      .filter((request) => request.path === path)
      .map(({ init }) => [new Headers(init.headers).has('Authorization'), JSON.parse(String(init.body))]);
  return { ...app, sent };
};
const forget = async (app: Awaited<ReturnType<typeof open>>, email: string) => {
  await waitFor(() => expect(app.store.getState().capabilities.offered.passwordReset).toBe(true));
  await app.user.type(await screen.findByLabelText('E-mail'), email);
  await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  return screen.findByRole('dialog', { name: 'Nie pamiętasz hasła?' });
};

describe('"Forgot password?"', () => {
  test.each(['pl', 'en'] as const)(
    'given an app in "%s", then the mail is asked for in that language',
    async (language) => {
      const app = await open({ language });
      await waitFor(() => expect(app.store.getState().capabilities.offered.passwordReset).toBe(true));
      await app.user.type(await screen.findByRole('textbox'), app.account.user.email);
      await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
      const dialog = await screen.findByRole('dialog');
      await app.user.click(within(dialog).getByRole('button', { name: /Wyślij link|Send the link/ }));
      await waitFor(() => expect(app.sent('/auth/forgot-password')).toHaveLength(1));
      const [request] = app.requests.filter(({ path }) => path === '/auth/forgot-password');
      expect(new Headers(request?.init.headers).get('Accept-Language')).toBe(language);
    },
  );

  test('has the e-mail filled in, and says that a mail was sent if the account exists', async () => {
    const app = await open();
    const { email } = app.account.user;
    const dialog = await forget(app, email);
    const field = within(dialog).getByLabelText<HTMLInputElement>('E-mail');
    expect(field.value).toBe(email);
    expect(document.activeElement).toBe(field);
    await app.user.click(within(dialog).getByRole('button', { name: 'Wyślij link' }));
    await waitFor(() =>
      expect(within(dialog).getByRole('status').textContent).toContain(`Jeśli istnieje konto z\u00a0adresem ${email}`),
    );
    expect(app.sent('/auth/forgot-password')).toEqual([[false, { email }]]);
    await app.user.click(within(dialog).getByRole('button', { name: 'Rozumiem' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // It opens again, empty of what was said.
    await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(await screen.findByRole('button', { name: 'Wyślij link' })).toBeTruthy();
  });

  test('given a mail that was asked for by Enter, then a second Enter closes the dialog', async () => {
    const app = await open();
    const dialog = await forget(app, app.account.user.email);
    await app.user.keyboard('{Enter}');
    const understood = await within(dialog).findByRole('button', { name: 'Rozumiem' });
    await waitFor(() => expect(document.activeElement).toBe(understood));
    await app.user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('given an address that is edited while the answer is awaited, then it names the one that was sent', async () => {
    const slow = gate();
    const answer = async () => {
      await slow.opened;
      return Response.json({ ok: true });
    };
    const app = await open({ answers: { '/auth/forgot-password': answer } });
    const dialog = await forget(app, 'ola@example.con');
    await app.user.click(within(dialog).getByRole('button', { name: 'Wyślij link' }));
    await app.user.type(within(dialog).getByLabelText('E-mail'), '{Backspace}m');
    slow.open();
    await waitFor(() =>
      expect(within(dialog).getByRole('status').textContent).toContain('konto z\u00a0adresem ola@example.con,'),
    );
    expect(app.sent('/auth/forgot-password')).toEqual([[false, { email: 'ola@example.con' }]]);
  });

  test.each(['', 'ola'])('sends nothing for the address "%s"', async (typed) => {
    const app = await open();
    const dialog = await forget(app, typed === '' ? ' ' : typed);
    await app.user.click(within(dialog).getByRole('button', { name: 'Wyślij link' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Podaj poprawny adres e-mail.');
    expect(app.sent('/auth/forgot-password')).toEqual([]);
    await app.user.keyboard('a');
    expect(within(dialog).getByRole('alert').textContent).toBe('');
    expect(within(dialog).getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('false');
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

  test('does nothing with a provider that sends no mail', async () => {
    const { user } = await open({ answers: { '/capabilities': () => Response.json({}) } });
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the link of the mail', () => {
  const setPassword = async ({ user }: Awaited<ReturnType<typeof open>>, typed = NEW_PASSWORD) => {
    await user.type(await screen.findByLabelText('Nowe hasło'), typed);
    await user.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
  };

  const LINK = '/guest#reset=a-code';

  test('is removed from the address, sets the password without a token, and signs in', async () => {
    const account = await openAccount();
    const link = await account.resetLink();
    const app = await open({ route: link, account });
    expect(await screen.findByRole('heading', { level: 1, name: 'Nowe hasło' })).toBeTruthy();
    expect([app.path(), screen.getByTestId('hash').textContent]).toEqual(['/reset', '']);
    await setPassword(app);
    expect((await screen.findAllByText('Nowe hasło jest ustawione.')).length).toBeGreaterThan(0);
    expect(app.sent('/auth/reset-password')).toEqual([
      [false, { code: link.split('=').at(-1), password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD }],
    ]);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.user?.email).toBe(account.user.email);
    expect(app.stored.token).toBeTruthy();
    expect(await account.signIn(NEW_PASSWORD)).toBeTruthy();
    await expect(account.signIn(PASSWORD)).rejects.toThrow('Invalid identifier or password');
  });

  test('given a full stop behind the code, then the code is sent without it', async () => {
    const account = await openAccount();
    const link = await account.resetLink();
    const app = await open({ route: `${link}.`, account });
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.sent('/auth/reset-password')).toEqual([
      [false, { code: link.split('=').at(-1), password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD }],
    ]);
  });

  test('given the person has gone to another page before the answer, then they stay there', async () => {
    const slow = gate();
    const app = await open({
      route: await (await openAccount()).resetLink(),
      isSignedIn: true,
      lists: [{ name: 'Zakupy', items: ['mleko'] }],
      answer: async (path) => {
        if (path === '/auth/reset-password') await slow.opened;
        return undefined;
      },
    });
    await setPassword(app);
    await app.user.click(screen.getByRole('link', { name: 'Przejdź do list' }));
    await app.user.click(await screen.findByRole('link', { name: /^Zakupy/ }));
    await waitFor(() => expect(app.path()).toBe(`/lists/${app.listAt(0)}`));
    slow.open();
    expect((await screen.findAllByText('Nowe hasło jest ustawione.')).length).toBeGreaterThan(0);
    expect(app.path()).toBe(`/lists/${app.listAt(0)}`);
  });

  test.each([
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

  test.each([
    ['a code that is not known', NEW_PASSWORD, 'Ten link już nie działa. Poproś o nowy na stronie logowania.'],
    ['a password that is too common', 'password123', 'To hasło jest zbyt popularne. Wybierz inne.'],
  ])('keeps the form given %s', async (_name, typed, text) => {
    const link = typed === NEW_PASSWORD ? LINK : await (await openAccount()).resetLink();
    const app = await open({ route: link });
    await setPassword(app, typed);
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>('Nowe hasło');
    expect(field.value).toBe(typed);
    // What is typed now is another password.
    await app.user.type(field, '!');
    expect([screen.queryByText(text), field.getAttribute('aria-invalid')]).toEqual([null, 'false']);
  });

  test('given a password that was set and the answer is lost, then the page says that it may be set', async () => {
    const account = await openAccount();
    const app = await open({
      route: await account.resetLink(),
      account,
      answer: async (path, init) => {
        if (path !== '/auth/reset-password') return undefined;
        await app.pass(path, init);
        throw new TypeError('Failed to fetch');
      },
    });
    await setPassword(app);
    expect(
      await screen.findByText('Brak odpowiedzi. Hasło mogło zostać ustawione: spróbuj się nim zalogować.'),
    ).toBeTruthy();
    expect(await account.signIn(NEW_PASSWORD)).toBeTruthy();
  });

  test('does not touch another user who is signed in on this device', async () => {
    const another = await openAccount();
    const app = await open({ route: await another.resetLink(), isSignedIn: true });
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.token).toBe(app.account.jwt);
  });

  test('for the signed-in account continues with a new token', async () => {
    const account = await openAccount();
    const app = await open({ route: await account.resetLink(), isSignedIn: true, account });
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.token).not.toBe(account.jwt);
    expect(app.store.getState().session.phase).toBe('open');
  });

  test.each(['/reset', '/guest#reset='])('without a code shows what to do, at %s', async (route) => {
    await open({ route });
    expect(await screen.findByText('W adresie brakuje kodu. Otwórz jeszcze raz link z wiadomości.')).toBeTruthy();
    expect(screen.queryByLabelText('Nowe hasło')).toBeNull();
  });
});

test('given a sign-in that is refused while the dialog for a forgotten password is open, then the dialog keeps the focus', async () => {
  const slow = gate();
  const app = await open({
    answers: {
      '/auth/local': async () => {
        await slow.opened;
        return problem(400, 'Invalid identifier or password');
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Zaloguj się' }));
  const dialog = await forget(app, 'ola@example.com');
  const field = within(dialog).getByLabelText('E-mail');
  await waitFor(() => expect(document.activeElement).toBe(field));
  slow.open();
  await waitFor(() => expect(screen.getByLabelText('Hasło').getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(screen.getByText('Zaloguj się').getAttribute('aria-busy')).toBe('false'));
  expect(document.activeElement).toBe(field);
});
