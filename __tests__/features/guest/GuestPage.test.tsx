import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { selectIsLoading } from '../../../src/store/state/loadingSlice';
import { selectLogLines } from '../../../src/store/state/logsSlice';
import { gate } from '../../support/gate';
import { type AppOptions, PASSWORD, problem, renderApp } from '../../support/renderApp';

const guest = (options: AppOptions = {}) => renderApp({ route: '/guest', isSignedIn: false, ...options });
const email = () => screen.findByLabelText<HTMLInputElement>('E-mail');
const password = () => screen.getByLabelText<HTMLInputElement>('Hasło');
const submit = () => screen.getByRole('button', { name: 'Zaloguj się' });

/** The back button of a phone. */
function SystemBack() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      system back
    </button>
  );
}

/** A plain Strapi. */
const offersNothing: AppOptions['answer'] = (path) => (path === '/capabilities' ? Response.json({}) : undefined);

describe('the sign-in', () => {
  test('has the specified texts and fields', async () => {
    await guest();
    expect((await email()).type).toBe('email');
    expect(password().type).toBe('password');
    expect(screen.getByRole('heading', { level: 1, name: 'Logowanie' })).toBeTruthy();
    expect(screen.getByText('or').lang).toBe('en');
    expect(screen.getByRole('link', { name: 'Forgot password?' }).lang).toBe('en');
    expect(screen.getByRole('button', { name: 'Rejestracja' })).toBeTruthy();
    expect(document.querySelector('form')?.noValidate).toBe(true);
  });

  test('the forgotten-password link and the register button do nothing', async () => {
    const { user, path } = await guest({ answer: offersNothing });
    await email();
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await user.click(screen.getByRole('button', { name: 'Rejestracja' }));
    expect(path()).toBe('/guest');
    expect(submit()).toBeTruthy();
  });

  test('sends the typed values without a token, and goes to Lists', async () => {
    const { user, path, requests, stored, account } = await guest();
    await user.type(await email(), account.user.email);
    await user.type(password(), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(path()).toBe('/lists'));
    expect(stored.user?.email).toBe(account.user.email);
    const sent = requests.find((request) => request.path === '/auth/local');
    expect(JSON.parse(String(sent?.init.body))).toEqual({ identifier: account.user.email, password: PASSWORD });
    expect(new Headers(sent?.init.headers).has('Authorization')).toBe(false);
  });

  test('sends empty values as they are', async () => {
    const { user, requests } = await guest();
    await email();
    await user.click(submit());
    const sent = () => requests.find((request) => request.path === '/auth/local');
    await waitFor(() => expect(sent()).toBeTruthy());
    expect(JSON.parse(String(sent()?.init.body))).toEqual({ identifier: '', password: '' });
  });

  test('given a failure, then the fields are marked until the next input, without a message, and the password is selected', async () => {
    const { user, store, path, account } = await guest();
    await user.type(await email(), account.user.email);
    await user.type(password(), 'tajne-haslo');
    const words = document.querySelector('main')?.textContent;
    await user.click(submit());
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'));
    expect((await email()).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(password());
    expect([password().selectionStart, password().selectionEnd]).toEqual([0, 'tajne-haslo'.length]);
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('false'));
    expect(document.querySelector('main')?.textContent).toBe(words);
    await user.type(password(), 'x');
    expect(password().getAttribute('aria-invalid')).not.toBe('true');
    expect(path()).toBe('/guest');
    const log = selectLogLines(store.getState()).map(({ text }) => text);
    expect(log).toEqual(['sign-in failed: refused (400)']);
  });

  test('given a provider that does not answer, then no field is marked as wrong', async () => {
    const { user } = await guest({ isOnline: false });
    await user.type(await email(), 'ola@example.com');
    await user.click(submit());
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('false'));
    expect(password().getAttribute('aria-invalid')).not.toBe('true');
    expect(screen.getByText('Offline · logowanie wymaga internetu', { selector: '[data-tone]' })).toBeTruthy();
  });

  test('given a sign-in tried offline, when the network is back, then nothing says that the server does not answer', async () => {
    const { user, setOnline } = await guest({ isOnline: false });
    await user.type(await email(), 'ola@example.com');
    await user.click(submit());
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('false'));
    setOnline(true);
    await waitFor(() => expect(document.querySelector('[data-tone]')?.textContent).toBe(''));
  });

  test.each([
    [503, 'Serwer nie odpowiada'],
    [429, 'Za dużo prób, spróbuj za minutę'],
  ])(
    'given a server that answers %d, then the status line says so, and no field is called wrong',
    async (status, words) => {
      const { user } = await guest({ answer: (path) => (path === '/auth/local' ? problem(status, 'no') : undefined) });
      await user.type(await email(), 'ola@example.com');
      await user.type(password(), 'x');
      await user.click(submit());
      expect(await screen.findByText(words, { selector: '[data-tone=error]' })).toBeTruthy();
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
      expect(password().getAttribute('aria-invalid')).not.toBe('true');
      await user.click(screen.getByRole('button', { name: 'English' }));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^(The server|Too many)/));
    },
  );

  test('given no network, when Rejestracja is pressed, then the line says that signing up needs it', async () => {
    const { user } = await guest({ isOnline: false });
    await email();
    await user.click(screen.getByRole('button', { name: 'Rejestracja' }));
    expect(screen.getByText('Offline · zakładanie konta wymaga internetu')).toBeTruthy();
  });

  /** A guest whose provider has not said what it offers, and who pressed Rejestracja. */
  const waitingGuest = async () => {
    const app = await guest({ isOnline: false, isFirstStart: true });
    await app.user.click(await screen.findByRole('button', { name: 'Rejestracja' }));
    expect(submit()).toBeTruthy();
    return app;
  };

  test('given Rejestracja pressed without a network, when the network comes, then the sign-up opens', async () => {
    const { setOnline } = await waitingGuest();
    setOnline(true);
    expect(await screen.findByRole('heading', { level: 1, name: 'Rejestracja' })).toBeTruthy();
  });

  test('given Rejestracja pressed without a network, when the person signs in meanwhile, then the form stays', async () => {
    const { user, setOnline, store } = await waitingGuest();
    await user.type(await email(), 'a');
    setOnline(true);
    await waitFor(() => expect(store.getState().capabilities.offered.registration).toBe(true));
    expect(screen.getByRole('heading', { level: 1, name: 'Logowanie' })).toBeTruthy();
  });

  test('given a guest without a network, then the status line says what needs it, also to screen readers', async () => {
    const { setOnline } = await guest();
    await email();
    setOnline(false);
    expect(document.querySelector('[data-tone]')?.textContent).toBe('Offline · logowanie wymaga internetu');
    expect(document.querySelector('[data-snackbar]')).toBeNull();
    await waitFor(() =>
      expect(screen.getAllByRole('alert').at(-1)?.textContent).toBe('Offline · logowanie wymaga internetu'),
    );
  });

  test('given a guest who heard that they are offline, when it is over or said in another language, then that text is gone', async () => {
    const { user, setOnline } = await guest();
    await email();
    const heard = () => screen.getByRole('alert').textContent;
    setOnline(false);
    await waitFor(() => expect(heard()).toBe('Offline · logowanie wymaga internetu'));
    await user.click(screen.getByRole('button', { name: 'English' }));
    await waitFor(() => expect(heard()).toBe(''));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(heard()).toBe('Offline · signing in needs a connection'));
    setOnline(true);
    await waitFor(() => expect(heard()).toBe(''));
  });

  test('a second press while it is busy sends nothing', async () => {
    let answer = (_response: Response): void => undefined;
    const { user, requests } = await guest({
      answer: (path) =>
        path === '/auth/local'
          ? new Promise((resolve) => {
              answer = resolve;
            })
          : undefined,
    });
    await email();
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('progressbar', { name: 'Logowanie…' })).toBeTruthy());
    const busy = screen.getByRole('button', { name: /Zaloguj się/ });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    await user.click(busy);
    expect(requests.filter(({ path }) => path === '/auth/local')).toHaveLength(1);
    answer(problem(400, 'Invalid identifier or password'));
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('false'));
  });

  test('the password can be shown', async () => {
    const { user } = await guest();
    await email();
    await user.click(screen.getByRole('button', { name: 'Pokaż hasło' }));
    expect(password().type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Ukryj hasło' }));
    expect(password().type).toBe('password');
  });

  test('is in English after the language switch', async () => {
    const { user } = await guest();
    await email();
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('leads to the log', async () => {
    const { user, path } = await guest();
    await user.click(await screen.findByRole('link', { name: 'Logi' }));
    await waitFor(() => expect(path()).toBe('/logs'));
  });
});

describe('signing up, where the provider offers it', () => {
  const openForm = async (answer?: AppOptions['answer'], beside?: ReactNode) => {
    const app = await guest({ ...(answer && { answer }), beside });
    await waitFor(() => expect(app.store.getState().capabilities.offered.registration).toBe(true));
    await app.user.click(await screen.findByRole('button', { name: 'Rejestracja' }));
    return app;
  };

  test('makes an account whose user name is the email, and goes to Lists', async () => {
    const app = await openForm();
    await app.user.type(await email(), 'a@b.pl');
    await app.user.type(password(), 'dość długie');
    await app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.user).toMatchObject({ username: 'a@b.pl', email: 'a@b.pl' });
    const sent = app.requests.find(({ path }) => path === '/auth/local/register');
    expect(JSON.parse(String(sent?.init.body))).toEqual({
      username: 'a@b.pl',
      email: 'a@b.pl',
      password: 'dość długie',
    });
  });

  test.each([
    ['', '', 'Podaj poprawny adres e-mail.'],
    ['not an email', 'dość długie', 'Podaj poprawny adres e-mail.'],
    ['a@c.pl', 'krót', 'Hasło musi mieć co najmniej 8 znaków.'],
    ['a@c.pl', '', 'Hasło musi mieć co najmniej 8 znaków.'],
  ])('shows the objection of the server: "%s" with "%s"', async (typed, chosen, words) => {
    const app = await openForm();
    if (typed) await app.user.type(await email(), typed);
    if (chosen) await app.user.type(password(), chosen);
    await app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('says that there is an account of this address already', async () => {
    const app = await openForm();
    await app.user.type(await email(), app.account.user.email);
    await app.user.type(password(), 'dość długie');
    await app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
    expect(await screen.findByText('Konto z tym adresem e-mail już istnieje.')).toBeTruthy();
  });

  test('given a sign-up whose answer was lost, when the person tries again, then they are signed in', async () => {
    let isLost = true;
    const app = await openForm(async (path, init) => {
      if (path !== '/auth/local/register' || !isLost) return undefined;
      isLost = false;
      await globalThis.fetch(`${app.account.origin}/api${path}`, init);
      throw new TypeError('Failed to fetch');
    });
    await app.user.type(await email(), 'lost@b.pl');
    await app.user.type(password(), 'dość długie');
    const submit = () => app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
    await submit();
    expect(await screen.findByText('Nie udało się założyć konta. Spróbuj ponownie za chwilę.')).toBeTruthy();
    await submit();
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(app.stored.user).toMatchObject({ email: 'lost@b.pl' });
  });

  test.each([
    ['password must be at least 6 characters', 'Hasło musi mieć co najmniej 6 znaków.'],
    ['Register action is currently disabled', 'Zakładanie kont jest teraz wyłączone.'],
    ['something else', 'Nie udało się założyć konta. Spróbuj ponownie za chwilę.'],
  ])('says why no account was made: %s', async (message, words) => {
    const app = await openForm((path) => (path === '/auth/local/register' ? problem(400, message) : undefined));
    await app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

  test('leads back to the sign-in', async () => {
    const app = await openForm();
    await app.user.click(screen.getByRole('button', { name: 'Masz już konto? Zaloguj się' }));
    expect(await heading('Logowanie')).toBeTruthy();
  });

  test('has the focus on its heading, and the system’s back leads to the sign-in', async () => {
    const app = await openForm(undefined, <SystemBack />);
    expect(document.activeElement).toBe(await heading('Rejestracja'));
    await app.user.click(screen.getByRole('button', { name: 'system back' }));
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Logowanie')));
    expect(app.path()).toBe('/guest');
  });

  test('keeps the e-mail that was typed at the sign-in, there and back', async () => {
    const app = await guest();
    await waitFor(() => expect(app.store.getState().capabilities.offered.registration).toBe(true));
    await app.user.type(await email(), 'a@b.pl');
    await app.user.click(screen.getByRole('button', { name: 'Rejestracja' }));
    await heading('Rejestracja');
    expect((await email()).value).toBe('a@b.pl');
    await app.user.click(screen.getByRole('button', { name: 'Masz już konto? Zaloguj się' }));
    await heading('Logowanie');
    expect((await email()).value).toBe('a@b.pl');
  });

  test('puts the caret into the field that the server objects to', async () => {
    const message = 'password must be at least 6 characters';
    const app = await openForm((path) => (path === '/auth/local/register' ? problem(400, message) : undefined));
    await app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
    await waitFor(() => expect(document.activeElement).toBe(password()));
    expect(password().getAttribute('aria-invalid')).toBe('true');
    // Until the next input, as at the sign-in.
    await app.user.keyboard('d');
    expect(password().getAttribute('aria-invalid')).toBe('false');
    expect(screen.queryByText('Hasło musi mieć co najmniej 6 znaków.')).toBeNull();
  });
});

describe('the front door', () => {
  const offersDemo =
    (user: Promise<Response>): NonNullable<AppOptions['answer']> =>
    (path) => {
      if (path === '/capabilities') return Response.json({ demo: true });
      return path === '/auth/demo' ? user : undefined;
    };
  const demoUser = { id: 'demo', username: 'demo', email: 'demo@example.com' };
  const demo = () => screen.findByRole('button', { name: 'Zobacz demo' });

  test('says what this is above the form', async () => {
    await guest();
    await email();
    expect(screen.getByText('Listy zakupów i życzeń, które działają też bez internetu.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Logowanie');
  });

  test('given a provider without a demo, then no demo is offered', async () => {
    await guest();
    await email();
    expect(screen.queryByRole('button', { name: 'Zobacz demo' })).toBeNull();
  });

  test('given a provider with a demo, then one tap signs in there, without a password', async () => {
    const jwt = Promise.resolve(Response.json({ jwt: 'a demo token', user: demoUser }));
    const { user, path, stored, requests } = await guest({ answer: offersDemo(jwt) });
    await user.click(await demo());
    await waitFor(() => expect(path()).toBe('/lists'));
    expect(stored.token).toBe('a demo token');
    expect(requests.find(({ path: to }) => to === '/auth/demo')?.init.body).toBe('{}');
  });

  test('given a demo that answers after somebody has signed in, then they stay signed in', async () => {
    const late = gate();
    const jwt = late.opened.then(() => Response.json({ jwt: 'a demo token', user: demoUser }));
    const { user, path, stored, account, store } = await guest({ answer: offersDemo(jwt) });
    await user.click(await demo());
    await user.type(await email(), account.user.email);
    await user.type(password(), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(path()).toBe('/lists'));
    late.open();
    await waitFor(() => expect(selectIsLoading(store.getState(), 'logIn')).toBe(false));
    expect([stored.user?.email, stored.token === 'a demo token']).toEqual([account.user.email, false]);
  });

  test('given a demo that fails, then a message says so and the form stays', async () => {
    const { user, path } = await guest({ answer: offersDemo(Promise.resolve(problem(404, 'Not Found'))) });
    await user.click(await demo());
    expect(await screen.findByText(/^Demo jest teraz niedostępne/, { selector: '[data-snackbar] *' })).toBeTruthy();
    expect(path()).toBe('/guest');
  });
});
