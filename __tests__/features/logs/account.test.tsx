import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DEMO_REFUSAL } from '../../../src/contract/demoRefusal';
import { loadUser } from '../../../src/store/session/followToken';
import { gate } from '../../support/gate';
import { type AppOptions, PASSWORD, problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

/** The account's group on Logs, where the provider keeps accounts. */

interface Options extends Pick<AppOptions, 'lists' | 'account'> {
  readonly isOnline?: boolean;
  /** What comes instead of the server's answer. */
  readonly answers?: Readonly<Record<string, (path: string, init: RequestInit) => Response | Promise<Response>>>;
}

const ONLINE_ONLY = [
  'Zmień hasło',
  'Zmień imię',
  'Zakończ sesje na innych urządzeniach',
  'Pobierz moje dane',
  'Usuń konto',
];

const open = async ({ isOnline = true, answers = {}, ...options }: Options = {}) => {
  const app = await renderApp({
    route: '/logs',
    ...options,
    answer: (path, init) => (answers[`${init.method} ${path}`] ?? answers[path])?.(path, init),
  });
  await screen.findByRole('button', { name: 'Wyloguj' });
  if (!isOnline) app.setOnline(false);
  const sent = (path: string) =>
    app.requests
      .filter((request) => request.path === path)
      .map(({ init }) => [
        new Headers(init.headers).get('Authorization'),
        typeof init.body === 'string' ? JSON.parse(init.body) : null,
      ]);
  return { ...app, sent };
};
type App = Awaited<ReturnType<typeof open>>;

/** The server does what a request asks, but its answer does not arrive. */
const openLosing = async (request: string): Promise<App> => {
  const app: App = await open({
    answers: {
      [request]: async (path, init) => {
        await app.pass(path, init);
        throw new TypeError('Failed to fetch');
      },
    },
  });
  return app;
};
const button = (name: string) => screen.findByRole('button', { name });
const expectText = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

const changePassword = async ({ user }: App, current: string, next: string) => {
  await user.click(await button('Zmień hasło'));
  const dialog = await screen.findByRole('dialog', { name: 'Zmień hasło' });
  if (current !== '') await user.type(within(dialog).getByLabelText('Obecne hasło'), current);
  await user.type(within(dialog).getByLabelText('Nowe hasło'), next);
  await user.click(within(dialog).getByRole('button', { name: 'Zapisz' }));
  return dialog;
};

describe('the password', () => {
  test('can be typed as soon as its dialog is open', async () => {
    const { user } = await open();
    await user.click(await button('Zmień hasło'));
    const dialog = await screen.findByRole('dialog', { name: 'Zmień hasło' });
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Obecne hasło')));
  });

  test('is changed after its rule was shown; this device continues with a new token', async () => {
    const app = await open();
    await changePassword(app, PASSWORD, 'zupełnie nowe hasło');
    await expectText('Zmieniono hasło. Inne urządzenia zostały wylogowane.');
    expect(app.sent('/auth/change-password')).toEqual([
      [
        `Bearer ${app.account.jwt}`,
        {
          currentPassword: PASSWORD,
          password: 'zupełnie nowe hasło',
          passwordConfirmation: 'zupełnie nowe hasło',
        },
      ],
    ]);
    expect(app.stored.token).not.toBe(app.account.jwt);
    expect(app.stored.token).toBeTruthy();
    expect(await app.account.signIn('zupełnie nowe hasło')).toBeTruthy();
    await expect(app.account.signIn(PASSWORD)).rejects.toThrow('Invalid identifier or password');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['nie to hasło', 'zupełnie nowe hasło', 'To nie jest obecne hasło.', 'Obecne hasło'],
    [PASSWORD, 'nowe', 'Hasło musi mieć co najmniej 8 znaków.', 'Nowe hasło'],
    [PASSWORD, 'password123', 'To hasło jest zbyt popularne. Wybierz inne.', 'Nowe hasło'],
    [PASSWORD, PASSWORD, 'Nowe hasło jest takie samo jak obecne.', 'Nowe hasło'],
  ])(
    'is not changed, and the fields keep their values, given "%s" and then "%s"',
    async (current, next, text, field) => {
      const app = await open();
      const dialog = await changePassword(app, current, next);
      await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text));
      expect(document.activeElement).toBe(within(dialog).getByLabelText(field));
      expect((within(dialog).getByLabelText('Nowe hasło') as HTMLInputElement).value).toBe(next);
      expect(app.stored.token).toBe(app.account.jwt);
      expect(await app.account.signIn(PASSWORD)).toBeTruthy();
      await app.user.keyboard('a');
      const again = within(dialog).getByLabelText(field);
      expect([within(dialog).getByRole('alert').textContent, again.getAttribute('aria-invalid')]).toEqual([
        '',
        'false',
      ]);
    },
  );

  test('is not sent without the current one, and the dialog asks for that', async () => {
    const app = await open();
    const dialog = await changePassword(app, '', 'zupełnie nowe hasło');
    const field = within(dialog).getByLabelText('Obecne hasło');
    expect(within(dialog).getByRole('alert').textContent).toBe('Podaj obecne hasło.');
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
    expect(app.sent('/auth/change-password')).toEqual([]);
  });

  test.each([
    [429, 'Za dużo prób. Spróbuj ponownie później.'],
    [500, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('is not changed, and the fields keep their values, when the server answers %i', async (status, text) => {
    const app = await open({ answers: { '/auth/change-password': () => problem(status, 'No') } });
    const dialog = await changePassword(app, PASSWORD, 'zupełnie nowe hasło');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text));
    expect((within(dialog).getByLabelText('Nowe hasło') as HTMLInputElement).value).toBe('zupełnie nowe hasło');
    expect(app.stored.token).toBe(app.account.jwt);
    const hint = within(dialog).getByLabelText('Nowe hasło').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(hint)?.textContent).toMatch(/^Co najmniej 8 znaków/);
  });
});

test('given a changed password whose answer is lost, then the dialog says that it may have changed', async () => {
  const app = await openLosing('/auth/change-password');
  const dialog = await changePassword(app, PASSWORD, 'zupełnie nowe hasło');
  await waitFor(() =>
    expect(within(dialog).getByRole('alert').textContent).toBe(
      'Brak odpowiedzi. Hasło mogło zostać zmienione: jeśli stare nie działa, użyj nowego.',
    ),
  );
  expect(await app.account.signIn('zupełnie nowe hasło')).toBeTruthy();
});

describe('the name', () => {
  const change = async ({ user }: App) => {
    await user.click(await button('Zmień imię'));
    const dialog = await screen.findByRole('dialog', { name: 'Zmień imię' });
    const field = within(dialog).getByLabelText<HTMLInputElement>('Twoje imię, widoczne dla innych');
    await waitFor(() => expect(document.activeElement).toBe(field));
    return { dialog, field };
  };

  test('is shown, and changed for all members', async () => {
    const app = await open();
    await expectText('Nie podano');
    const { dialog } = await change(app);
    await app.user.keyboard('Ola');
    await app.user.click(within(dialog).getByRole('button', { name: 'Zapisz' }));
    await expectText('Zapisano imię.');
    expect(app.sent('/users/me').at(-1)?.[1]).toEqual({ name: 'Ola' });
  });

  test('given one from right to left, then its row shows it in its own direction', async () => {
    const account = await openAccount();
    await account.tellName('דנה (1)');
    await open({ account });
    expect((await screen.findByText('דנה (1)')).dir).toBe('auto');
  });

  test('given one, then its dialog starts with it, and typing replaces it', async () => {
    const account = await openAccount();
    await account.tellName('Ola');
    const app = await open({ account });
    await expectText('Ola');
    const { field } = await change(app);
    expect(field.value).toBe('Ola');
    await app.user.keyboard('Ala{Enter}');
    await expectText('Zapisano imię.');
    expect(app.sent('/users/me').at(-1)?.[1]).toEqual({ name: 'Ala' });
  });

  test('given only spaces, when it is saved, then the field says that the name is missing, and nothing is sent', async () => {
    const app = await open();
    const { dialog, field } = await change(app);
    await app.user.keyboard(' {Enter}');
    expect(within(dialog).getByRole('alert').textContent).toBe('Podaj imię.');
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
    await app.user.keyboard('O');
    expect([field.getAttribute('aria-invalid'), within(dialog).getByRole('alert').textContent]).toEqual(['false', '']);
    expect(app.sent('/users/me').filter(([, body]) => body !== null)).toEqual([]);
  });

  test('given a slow answer, when the person has closed the dialog and types in another one, then that one stays', async () => {
    const slow = gate();
    const app: App = await open({
      answers: {
        'PUT /users/me': async (path, init) => {
          await slow.opened;
          return app.pass(path, init);
        },
      },
    });
    const { dialog } = await change(app);
    await app.user.keyboard('Ola{Enter}');
    await app.user.click(within(dialog).getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.click(await button('Zmień hasło'));
    const other = await screen.findByRole('dialog', { name: 'Zmień hasło' });
    const field = within(other).getByLabelText<HTMLInputElement>('Obecne hasło');
    await app.user.type(field, PASSWORD);
    slow.open();
    await expectText('Zapisano imię.');
    expect(screen.queryByRole('dialog', { name: 'Zmień hasło' })).toBe(other);
    expect([field.value, document.activeElement]).toEqual([PASSWORD, field]);
  });

  test('is not changed by "Anuluj"', async () => {
    const app = await open();
    const { dialog } = await change(app);
    await app.user.keyboard('Ola');
    await app.user.click(within(dialog).getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectText('Nie podano');
  });
});

describe('signing out', () => {
  test('of the other devices keeps this one signed in', async () => {
    const app = await open({ lists: [{ name: 'Zakupy' }] });
    await app.user.click(await button('Zakończ sesje na innych urządzeniach'));
    await expectText('Zakończono sesje na innych urządzeniach.');
    expect(app.stored.token).toBeTruthy();
    await expect(app.account.find('lists', app.listAt(0))).rejects.toThrow('the server does not know');
    await app.store.dispatch(loadUser());
    expect(app.path()).toBe('/logs');
  });

  test('ends the session here first, then at the server', async () => {
    const app = await open();
    await app.user.click(await button('Wyloguj'));
    await screen.findByRole('heading', { name: 'Logowanie' });
    expect(app.stored.token).toBeNull();
    expect(app.sent('/auth/logout')).toEqual([[`Bearer ${app.account.jwt}`, {}]]);
  });

  test('without a network says that the server’s session ends by itself', async () => {
    const app = await open({ isOnline: false });
    await app.user.click(await button('Wyloguj'));
    const words = 'Wylogowano na tym urządzeniu. Na serwerze sesja wygaśnie sama.';
    await expectText(words);
    expect(app.sent('/auth/logout')).toEqual([]);

    // The next person does not read it.
    app.setOnline(true);
    await app.user.type(screen.getByLabelText('E-mail'), app.account.user.email);
    await app.user.type(screen.getByLabelText('Hasło'), `${PASSWORD}{Enter}`);
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(document.querySelectorAll('[data-snackbar]')).toHaveLength(0);
    expect(document.querySelector('[role=status]')?.textContent).not.toContain(words);
  });
});

describe('what the server holds', () => {
  const saved = () => {
    const files: { name: string; text: Promise<string> }[] = [];
    let blob = new Blob();
    Object.assign(URL, {
      createObjectURL: (given: Blob) => {
        blob = given;
        return 'blob:it';
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, text: blob.text() });
    });
    return files;
  };
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(URL, 'createObjectURL');
    Reflect.deleteProperty(URL, 'revokeObjectURL');
  });

  test('is saved as a file of the day', async () => {
    const files = saved();
    const app = await open({ lists: [{ name: 'Apteka', items: ['syrop'] }] });
    await app.user.click(await button('Pobierz moje dane'));
    await expectText('Pobrano plik z Twoimi danymi.');
    expect(app.sent('/users/me/export')).toEqual([[`Bearer ${app.account.jwt}`, null]]);
    expect(files).toHaveLength(1);
    expect(files[0]?.name).toMatch(/^listy-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({
      account: { email: app.account.user.email },
      lists: [{ name: 'Apteka', items: [{ description: 'syrop' }] }],
    });
  });

  test.each([
    [429, 'Za dużo prób. Spróbuj ponownie później.'],
    [500, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('is not saved when the server answers %i', async (status, text) => {
    const files = saved();
    const app = await open({ answers: { '/users/me/export': () => problem(status, 'No') } });
    await app.user.click(await button('Pobierz moje dane'));
    await expectText(text);
    expect(files).toEqual([]);
  });

  test('is not saved for whoever comes next, when the person signs out before it is there', async () => {
    const files = saved();
    const slow = gate();
    const app: App = await open({
      answers: {
        '/users/me/export': async (path, init) => {
          const answer = await app.pass(path, init);
          await slow.opened;
          return answer;
        },
      },
    });
    await app.user.click(await button('Pobierz moje dane'));
    await app.user.click(await button('Wyloguj'));
    await screen.findByRole('heading', { name: 'Logowanie' });
    slow.open();
    const next = await openAccount();
    await app.user.type(screen.getByLabelText('E-mail'), next.user.email);
    await app.user.type(screen.getByLabelText('Hasło'), `${PASSWORD}{Enter}`);
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(files).toEqual([]);
    expect(screen.queryByText('Pobrano plik z Twoimi danymi.')).toBeNull();
  });
});

describe('the account', () => {
  const remove = async ({ user }: App, password: string) => {
    await user.click(await button('Usuń konto'));
    const dialog = await screen.findByRole('dialog', { name: 'Usuń konto' });
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Obecne hasło'));
    if (password !== '') await user.keyboard(password);
    await user.click(within(dialog).getByRole('button', { name: 'Usuń na zawsze' }));
    return dialog;
  };

  test('is deleted with the password; this device deletes its data and shows the sign-in', async () => {
    const app = await open();
    const { id } = app.store.getState().session.user ?? {};
    await remove(app, PASSWORD);
    await expectText('Konto zostało usunięte.');
    await screen.findByRole('heading', { name: 'Logowanie' });
    expect(app.sent('/users/me').at(-1)).toEqual([`Bearer ${app.account.jwt}`, { password: PASSWORD }]);
    await expect(app.account.signIn(PASSWORD)).rejects.toThrow('Invalid identifier or password');
    expect([app.stored.token, app.forgotten]).toEqual([null, [id]]);
  });

  test.each([
    ['nie to', 'To nie jest obecne hasło.', {}],
    [' ', 'To nie jest obecne hasło.', {}],
    [PASSWORD, 'Za dużo prób. Spróbuj ponownie później.', { 'DELETE /users/me': () => problem(429, 'No') }],
    [PASSWORD, 'Nie udało się. Spróbuj ponownie za chwilę.', { 'DELETE /users/me': () => problem(500, 'No') }],
  ])('is not deleted, given "%s": %s', async (password, text, answers) => {
    const app = await open({ answers });
    const dialog = await remove(app, password);
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text));
    expect([app.stored.token, app.forgotten]).toEqual([app.account.jwt, []]);
    expect(await app.account.signIn(PASSWORD)).toBeTruthy();
  });

  test('is not deleted without a password, and the dialog asks for that', async () => {
    const app = await open();
    const dialog = await remove(app, '');
    const field = within(dialog).getByLabelText('Obecne hasło');
    expect(within(dialog).getByRole('alert').textContent).toBe('Podaj obecne hasło.');
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
    expect(app.requests.filter(({ init }) => init.method === 'DELETE')).toEqual([]);
    await app.user.keyboard('a');
    expect([within(dialog).getByRole('alert').textContent, field.getAttribute('aria-invalid')]).toEqual(['', 'false']);
  });

  test('given that it was deleted and the answer is lost, then the dialog says that it may be gone', async () => {
    const app = await openLosing('DELETE /users/me');
    const dialog = await remove(app, PASSWORD);
    await waitFor(() =>
      expect(within(dialog).getByRole('alert').textContent).toBe(
        'Brak odpowiedzi. Konto mogło zostać usunięte: jeśli nie możesz się zalogować, już go nie ma.',
      ),
    );
    await expect(app.account.signIn(PASSWORD)).rejects.toThrow('Invalid identifier or password');
  });

  test('of another user who signed in meanwhile is not touched', async () => {
    const { jwt } = await openAccount();
    const app = await open({
      answers: {
        'DELETE /users/me': () => {
          app.stored.token = jwt;
          return Response.json({ ok: true });
        },
      },
    });
    await remove(app, PASSWORD);
    await waitFor(() => expect(app.forgotten).toHaveLength(1));
    expect(app.stored.token).toBe(jwt);
  });
});

test('given no network, then actions that need it say so and open no dialog', async () => {
  const app = await open({ isOnline: false });
  for (const name of ONLINE_ONLY) {
    await app.user.click(await button(name));
    await expectText('Do tego potrzebne jest połączenie z internetem.');
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('given a provider without accounts, then no account action is shown', async () => {
  const app = await open({ answers: { '/capabilities': () => Response.json({}) } });
  for (const name of ONLINE_ONLY) expect(screen.queryByRole('button', { name })).toBeNull();
  await app.user.click(await button('Wyloguj'));
  await screen.findByRole('heading', { name: 'Logowanie' });
  expect(app.sent('/auth/logout')).toEqual([]);
});

describe('a token that the server renewed', () => {
  test('is stored', async () => {
    const app = await open();
    app.account.daysPass(16);
    await app.store.dispatch(loadUser());
    expect(app.stored.token).toBeTruthy();
    expect(app.stored.token).not.toBe(app.account.jwt);
  });

  test('is not stored when the user signed out meanwhile', async () => {
    const answer = gate();
    let isHeld = false;
    const app = await renderApp({
      route: '/logs',
      answer: async (path, init) => {
        if (path !== '/users/me' || !isHeld) return undefined;
        const answered = await app.pass(path, init);
        await answer.opened;
        return answered;
      },
    });
    app.account.daysPass(16);
    isHeld = true;
    const loading = app.store.dispatch(loadUser());
    await app.user.click(await button('Wyloguj'));
    await waitFor(() => expect(app.stored.token).toBeNull());
    answer.open();
    await loading;
    expect(app.stored.token).toBeNull();
  });
});

test('a refused token ends the session, whichever request was refused', async () => {
  let isEnded = false;
  const app = await renderApp({
    route: '/logs',
    answer: (path) => {
      isEnded ||= path.startsWith('/auth/logout-others');
      return isEnded ? problem(401, 'Missing or invalid credentials') : undefined;
    },
  });
  await app.user.click(await button('Zakończ sesje na innych urządzeniach'));
  await screen.findByRole('heading', { name: 'Logowanie' });
  await expectText('Sesja wygasła. Zaloguj się ponownie.');
});

describe('given the demo account, then the app says that the demo cannot do this', () => {
  const refuse = () => problem(400, DEMO_REFUSAL);
  const DEMO = 'Na koncie demo tego nie można zrobić. Załóż własne konto.';

  test('when its name is changed', async () => {
    const { user } = await open({ answers: { 'PUT /users/me': refuse } });
    await user.click(await button('Zmień imię'));
    const dialog = await screen.findByRole('dialog', { name: 'Zmień imię' });
    await user.type(within(dialog).getByLabelText('Twoje imię, widoczne dla innych'), 'Ola{Enter}');
    await expectText(DEMO);
  });

  test('when its password is changed', async () => {
    const app = await open({ answers: { '/auth/change-password': refuse } });
    const dialog = await changePassword(app, 'jakieś hasło', 'zupełnie nowe hasło');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(DEMO));
  });

  test('when it is deleted', async () => {
    const { user } = await open({ answers: { 'DELETE /users/me': refuse } });
    await user.click(await button('Usuń konto'));
    const dialog = await screen.findByRole('dialog', { name: 'Usuń konto' });
    await user.type(within(dialog).getByLabelText('Obecne hasło'), 'jakieś hasło{Enter}');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(DEMO));
  });

  test('when its other sessions are ended', async () => {
    const { user } = await open({ answers: { '/auth/logout-others': refuse } });
    await user.click(await button('Zakończ sesje na innych urządzeniach'));
    await expectText(DEMO);
  });
});

test('given a download that takes long, when the other sessions are ended, then that is done at once, and each button is busy only with its own request', async () => {
  const slow = gate();
  const app = await open({
    answers: {
      '/users/me/export': async () => {
        await slow.opened;
        return problem(500, 'No');
      },
    },
  });
  const [download, end] = [await button('Pobierz moje dane'), await button('Zakończ sesje na innych urządzeniach')];
  await app.user.click(download);
  expect([download.getAttribute('aria-busy'), end.getAttribute('aria-busy')]).toEqual(['true', 'false']);
  await app.user.click(download);
  await app.user.click(end);
  await expectText('Zakończono sesje na innych urządzeniach.');
  slow.open();
  await waitFor(() => expect(download.getAttribute('aria-busy')).toBe('false'));
  expect(app.sent('/users/me/export')).toHaveLength(1);
});
